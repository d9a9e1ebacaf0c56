import { z } from 'zod';
import type { Usage, Values } from '../../src/server/command-line/usage.ts';
import { switchValue, word } from '../../src/server/command-line/values.ts';
import { tokenVariable } from '../token-variable.ts';

const address = word.refine(
  (text) => /^https?:\/\//.test(text) && URL.canParse(text),
  'must be an address that begins with http:// or https://',
);

const count = word
  .refine((text) => /^\d{1,6}$/.test(text), 'must be a whole number of at most six digits')
  .transform(Number);

export const conformanceUsage = {
  name: 'npm run conformance --',
  operands: [],
  description:
    "Checks whether a server implements v1. It saves a few memories, deletes what the server allows, and lists what it couldn't delete.",
  options: {
    'base-url': { placeholder: 'URL', description: "The server's URL, with or without /v1.", read: address },
    token: {
      placeholder: 'TOKEN',
      description: `An access token that can read and write. Better passed in the environment as ${tokenVariable}, since other users of the machine can see a command line.`,
      read: z.string().optional(),
    },
    languages: {
      placeholder: 'TAGS',
      description: "The languages that the server's model knows, such as de,fr. Search is checked in each.",
      read: z
        .string()
        .default('')
        .transform((tags) => tags.split(',').filter((tag) => tag !== '')),
    },
    plain: { description: 'Check only the basic operations of v1, without extensions.', read: switchValue },
    budget: {
      placeholder: 'N',
      description: "Make at most N of the plan's daily writes; the most important cases run first.",
      read: count.optional(),
    },
    json: { description: 'Print everything as JSON.', read: switchValue },
  },
} as const satisfies Usage;

export type ConformanceOptions = Values<typeof conformanceUsage.options>;
