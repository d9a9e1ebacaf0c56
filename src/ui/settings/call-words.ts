import type { Translate, WordKey } from '../i18n/translator.ts';

/** The calls whose answers have memories. */
const known = [
  'siteCall.listMemories',
  'siteCall.listCollectionMemories',
  'siteCall.searchMemories',
  'siteCall.listChanges',
  'siteCall.readMemory',
  'siteCall.createMemory',
  'siteCall.updateMemory',
  'siteCall.restoreMemory',
] as const satisfies WordKey[];

/** What a site did in a call; `call`: the operation of v1. */
export function callWords(t: Translate, call: string): string {
  const key = known.find((one) => one === `siteCall.${call}`);
  return key === undefined ? call : t(key);
}
