import { z } from 'zod';
import type { Usage, Values } from '../../src/server/command-line/usage.ts';
import { switchedOn, word } from '../../src/server/command-line/values.ts';
import { tokenVariable } from '../token-variable.ts';

const address = word.refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an address that begins with http:// or https://');

const count = word.refine((text) => /^\d{1,6}$/.test(text), 'must be a whole number').transform(Number);

export const conformanceUsage = {
  name: 'npm run conformance --',
  operands: [],
  says: 'Tells whether a server speaks v1. It saves a few memories there, deletes what the server lets it delete, and names the rest.',
  options: {
    'base-url': { placeholder: 'URL', says: 'The address of the server, with or without /v1 at its end.', read: address },
    'token': { placeholder: 'TOKEN', says: `An access token that may read and write; better in the environment, as ${tokenVariable}, since other users of the machine can see a command line.`, read: z.string().optional() },
    'plain': { says: 'Judge by the source document alone, whatever more the server offers.', read: switchedOn },
    'budget': { placeholder: 'N', says: 'Spend N transactions at most; the most telling cases come first.', read: count.optional() },
    'json': { says: 'Print everything as JSON.', read: switchedOn },
  },
} as const satisfies Usage;

export type ConformanceOptions = Values<typeof conformanceUsage.options>;
