import type { ServerParts } from '../compose.ts';
import { dataOption } from '../config.ts';
import { helpOf } from './help.ts';
import { parse } from './parse.ts';
import type { Terminal } from './terminal.ts';
import type { Options, Usage, Values } from './usage.ts';
import { switchedOn, word } from './values.ts';

/** The options of every command. */
const common = { data: dataOption, json: { says: 'Print JSON.', read: switchedOn } } as const satisfies Options;

/** Options of commands that read or write a lot. */
const fileOptions = {
  input: { file: { placeholder: 'FILE', says: 'The file to read; default standard input.', read: word.optional() } },
  output: {
    file: {
      placeholder: 'FILE',
      says: 'The file to write; default standard output, which is a complete file only with `npm run --silent`.',
      read: word.optional(),
    },
  },
} as const satisfies Record<string, Options>;

/** What a command is called with. */
interface Call<O extends Options> {
  parts: ServerParts;
  terminal: Terminal;
  values: Values<O & typeof common>;
  operands: string[];
  /** Unix milliseconds. */
  now: number;
}

interface Spec<O extends Options> extends Usage<O> {
  /** Its input or output is large and may be a file, which the terminal opens. */
  stream?: keyof typeof fileOptions;
  /** Creates the database if the folder has none. Other commands refuse such a folder, whose name may be misspelt. */
  makes?: true;
  /** @throws PlainFault */
  run(call: Call<O>): Promise<void>;
}

/** A parsed command, which runs where the database is open. */
export interface Order {
  folder: string | undefined;
  /** The stream that is large; with a path, it is a file. */
  stream: { as: keyof typeof fileOptions; path: string | undefined } | undefined;
  /** Whether it may create a database. */
  makes: boolean;
  carryOut(parts: ServerParts, terminal: Terminal, now: number): Promise<void>;
}

export interface Command {
  usage: Usage;
  /**
   * Parses the arguments after the name.
   * @throws PlainFault
   */
  read(args: string[]): { help: string } | Order;
}

/** Defines a command. */
export function command<const O extends Options>({ run, stream, makes, ...usage }: Spec<O>): Command {
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
        makes: makes === true,
        carryOut: (parts, terminal, now) =>
          run({ parts, terminal, values: values as Values<O & typeof common>, operands, now }),
      };
    },
  };
}
