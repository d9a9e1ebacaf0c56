import { isAsciiWord } from './words.ts';

/** Short words that Hebrew and Arabic attach to the next word: and, so, the, in, to, from, as, that. */
const attached = [
  { script: /^\p{Script=Hebrew}+$/u, prefixes: ['ב', 'ה', 'ו', 'כ', 'ל', 'מ', 'ש'] },
  { script: /^\p{Script=Arabic}+$/u, prefixes: ['ال', 'و', 'ف', 'ب', 'ل', 'ك'] },
];

/** A prefix is removed only if at least this many letters remain; with fewer, a match is likely a coincidence. */
const leastRest = 3;

/**
 * Other forms of a Hebrew or Arabic word: with each prefix of its script added, and without its own prefix, if any.
 * `חיפה` (Haifa), for example, gives `לחיפה` (to Haifa). Empty for other scripts.
 */
export function withOtherPrefixes(plain: string): string[] {
  if (isAsciiWord(plain)) return [];
  const prefixes = attached.find(({ script }) => script.test(plain))?.prefixes ?? [];
  return prefixes.flatMap((prefix) => {
    const rest = plain.startsWith(prefix) ? plain.slice(prefix.length) : '';
    return rest.length < leastRest ? [prefix + plain] : [prefix + plain, rest];
  });
}
