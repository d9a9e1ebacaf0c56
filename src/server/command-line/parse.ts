import { parseArgs } from 'node:util';
import { sentenceOf } from '../../service/sentences.ts';
import { usageError } from '../command-error.ts';
import type { RawValue, Option, Options, Usage, Values } from './usage.ts';

export interface Parsed<O extends Options> {
  values: Values<O>;
  operands: string[];
  help: boolean;
}

/**
 * Parses the arguments after a command's name.
 * @throws CommandError that says what is wrong
 */
export function parse<O extends Options>(usage: Usage<O>, args: string[]): Parsed<O> {
  const { values: rawValues, positionals } = readArgs(usage, args);
  if (rawValues['help'] === true) return { values: {} as Values<O>, operands: [], help: true };
  const { operands } = usage;
  if (positionals.length < operands.length)
    throw usageError(`${operands[positionals.length]} is missing: ${usageLine(usage)}`);
  if (positionals.length > operands.length)
    throw usageError(`Unexpected argument “${positionals[operands.length]}”: ${usageLine(usage)}`);
  for (const [index, operand] of operands.entries()) {
    const choices = operand.split('|');
    if (choices.length > 1 && !choices.includes(positionals[index] ?? ''))
      throw usageError(`“${positionals[index]}” must be one of ${choices.join(', ')}.`);
  }
  const values = Object.fromEntries(
    Object.entries(usage.options).map(([name, option]) => [name, valueOf(name, option, rawValues[name])]),
  );
  return { values: values as Values<O>, operands: positionals, help: false };
}

/** The synopsis of a command. */
export function usageLine({ name, operands, options }: Usage): string {
  return [name, ...operands, ...(Object.keys(options).length > 0 ? ['[options]'] : [])].join(' ');
}

function readArgs(usage: Usage, args: string[]): { values: Record<string, RawValue>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(usage.options).map(([name, { placeholder, many }]) => [
      name,
      { type: placeholder === undefined ? ('boolean' as const) : ('string' as const), multiple: many === true },
    ]),
  );
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, help: { type: 'boolean' } } });
  } catch (thrown) {
    throw usageError(sentenceFor(thrown as NodeJS.ErrnoException));
  }
}

/** Replaces the error message of `parseArgs`, which is for programmers. */
function sentenceFor({ code, message }: NodeJS.ErrnoException): string {
  const [, name = ''] = /'(?:-\w, )?(-[^ '=]+)/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Unknown option ${name}; see --help.`;
  return message.includes('does not take an argument') ? `${name} takes no value.` : `${name} needs a value.`;
}

function valueOf(name: string, option: Option, raw: RawValue): unknown {
  const result = option.read.safeParse(raw, { error: sentenceOf });
  if (result.success) return result.data;
  const actual = raw === undefined ? '' : `, not “${String(raw)}”`;
  throw usageError(`--${name} ${result.error.issues[0]?.message}${actual}.`);
}
