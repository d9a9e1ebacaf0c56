import type { z } from 'zod';

/** What was given for an option: the text of the last time, or of every time where it may be given often; true for a switch. */
export type Given = string | boolean | (string | boolean)[] | undefined;

/** An option of a command: what help says of it, and how its text becomes a value. */
export interface Option {
  /** Stands for the value in help; a switch has none. */
  placeholder?: string;
  says: string;
  many?: true;
  read: z.ZodType;
}

export type Options = Record<string, Option>;

/** What options come to. */
export type Values<O extends Options> = { [Name in keyof O]: z.output<O[Name]['read']> };

/** How a command is written, whatever it does. */
export interface Usage<O extends Options = Options> {
  /** The words that name it. */
  name: string;
  /** What stands after the name, as help shows it; each is needed. `a|b`: one of these. */
  operands: readonly string[];
  says: string;
  options: O;
}
