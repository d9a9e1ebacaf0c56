import type { Translate, WordKey } from '../i18n/translator.ts';

/** The keys of the texts for calls whose responses contain memories. */
const callKeys = [
  'siteCall.listMemories',
  'siteCall.listCollectionMemories',
  'siteCall.searchMemories',
  'siteCall.listChanges',
  'siteCall.readMemory',
  'siteCall.createMemory',
  'siteCall.updateMemory',
  'siteCall.restoreMemory',
] as const satisfies WordKey[];

/** Says what a site did in a call. `call`: the name of a v1 operation. */
export function callWords(t: Translate, call: string): string {
  const key = callKeys.find((one) => one === `siteCall.${call}`);
  return key === undefined ? call : t(key);
}
