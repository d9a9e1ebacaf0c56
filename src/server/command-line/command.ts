import type { ServerParts } from '../compose.ts';
import { dataOption } from '../config.ts';
import { helpOf } from './help.ts';
import { parse } from './parse.ts';
import type { Terminal } from './terminal.ts';
import type { Options, Usage, Values } from './usage.ts';
import { switchValue, word } from './values.ts';

const common = { data: dataOption, json: { description: 'Print JSON.', read: switchValue } } as const satisfies Options;

const fileOptions = {
  input: {
    file: { placeholder: 'FILE', description: 'The file to read; default standard input.', read: word.optional() },
  },
  output: {
    file: {
      placeholder: 'FILE',
      description:
        'The file to write; default standard output. Without --file, use `npm run --silent`: otherwise npm adds its own lines.',
      read: word.optional(),
    },
  },
} as const satisfies Record<string, Options>;

interface Call<O extends Options> {
  parts: ServerParts;
  terminal: Terminal;
  values: Values<O & typeof common>;
  operands: string[];
  /** Unix milliseconds. */
  now: number;
}

interface Spec<O extends Options> extends Usage<O> {
  /**
   * The standard stream with the command's bulk data, if any. Adds the option --file, which names a file to use
   * instead.
   */
  stream?: keyof typeof fileOptions;
  /** Creates the database if the folder has none. */
  createsDatabase?: true;
  /** @throws CommandError */
  run(call: Call<O>): Promise<void>;
}

/** A command with its options parsed, to run in the process that has the database open. */
export interface ParsedCommand {
  folder: string | undefined;
  /** The standard stream with the command's bulk data, if any. `path`: the file to use instead (--file). */
  stream: { as: keyof typeof fileOptions; path: string | undefined } | undefined;
  createsDatabase: boolean;
  run(parts: ServerParts, terminal: Terminal, now: number): Promise<void>;
}

export interface Command {
  usage: Usage;
  /**
   * Parses the arguments after the name.
   * @throws CommandError
   */
  read(args: string[]): { help: string } | ParsedCommand;
}

/** Defines a command. */
export function command<const O extends Options>({ run, stream, createsDatabase, ...usage }: Spec<O>): Command {
  const whole = { ...usage, options: { ...usage.options, ...(stream && fileOptions[stream]), ...common } };
  return {
    usage: whole,
    read(args) {
      const { values, operands, help } = parse<Options>(whole, args);
      if (help) return { help: helpOf(whole) };
      const { data, file } = values as { data?: string; file?: string };
      return {
        folder: data,
        stream: stream && { as: stream, path: file },
        createsDatabase: createsDatabase === true,
        run: (parts, terminal, now) =>
          run({ parts, terminal, values: values as Values<O & typeof common>, operands, now }),
      };
    },
  };
}
