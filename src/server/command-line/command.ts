import type { ServerParts } from '../compose.ts';
import { dataOption } from '../config.ts';
import { helpOf } from './help.ts';
import { parse } from './parse.ts';
import type { Terminal } from './terminal.ts';
import type { Options, Usage, Values } from './usage.ts';
import { switchedOn, word } from './values.ts';

/** What every command understands. */
const common = { data: dataOption, json: { says: 'Print JSON.', read: switchedOn } } as const satisfies Options;

/** What a command that moves much understands besides. */
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

/** What a command has at hand. */
interface Call<O extends Options> {
  parts: ServerParts;
  terminal: Terminal;
  values: Values<O & typeof common>;
  operands: string[];
  /** Unix milliseconds. */
  now: number;
}

interface Spec<O extends Options> extends Usage<O> {
  /** Its input or its output is much, and may be a file, which the terminal opens. */
  stream?: keyof typeof fileOptions;
  /** Where there is no database in the folder, it makes one; any other command refuses a folder that is perhaps misspelt. */
  makes?: true;
  /** Throws a PlainFault where it can't be done. */
  run(call: Call<O>): Promise<void>;
}

/** A command that was read: whoever holds the database can carry it out. */
export interface Order {
  folder: string | undefined;
  /** What it reads or writes much of; with a path, that is to be a file. */
  stream: { as: keyof typeof fileOptions; path: string | undefined } | undefined;
  /** Whether it may begin a new database. */
  makes: boolean;
  carryOut(parts: ServerParts, terminal: Terminal, now: number): Promise<void>;
}

export interface Command {
  usage: Usage;
  /** Reads what stands after the name. Throws a PlainFault where that can't be. */
  read(args: string[]): { help: string } | Order;
}

/** A command, from how it is written and what it does. */
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
