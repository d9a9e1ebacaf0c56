import { normalised } from './stream-safe.ts';

/**
 * The key of a tag or a collection name: trimmed, NFKC, then lower case without a locale.
 * Two names are the same if their keys are equal. Keys are stored, so no database needs to fold case.
 */
export function nameKey(name: string): string {
  return folded(name.trim());
}

/**
 * Converts the start of a name to the start of the name's key. Trailing white space stays, because it marks the end of
 * a word.
 */
export function keyPrefixOf(start: string): string {
  return folded(start.trimStart());
}

function folded(text: string): string {
  return normalised(text, 'NFKC').toLowerCase();
}
