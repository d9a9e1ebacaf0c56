import type { z } from 'zod';

/** An option's raw value: its last text, all its texts if repeatable, true for a switch, or undefined if absent. */
export type RawValue = string | boolean | (string | boolean)[] | undefined;

/** An option of a command: its help and its parser. */
export interface Option {
  /** Stands for the value in the help. A switch has none. */
  placeholder?: string;
  description: string;
  many?: true;
  /** Parses the value. Its error messages continue a sentence that begins with the option's name. */
  read: z.ZodType;
}

export type Options = Record<string, Option>;

/** The parsed values of options. */
export type Values<O extends Options> = { [Name in keyof O]: z.output<O[Name]['read']> };

/** The syntax of a command. */
export interface Usage<O extends Options = Options> {
  name: string;
  /** The operands after the name, as help shows them. All are required. `a|b`: one of these. */
  operands: readonly string[];
  description: string;
  options: O;
}
