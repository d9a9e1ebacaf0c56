/** Short words that Hebrew and Arabic write as one with the next word: and, the, in, to, from, as, that. */
const attached = [
  { script: /^\p{Script=Hebrew}+$/u, prefixes: ['ב', 'ה', 'ו', 'כ', 'ל', 'מ', 'ש'] },
  { script: /^\p{Script=Arabic}+$/u, prefixes: ['ال', 'و', 'ف', 'ب', 'ل', 'ك'] },
];

/** Without a prefix a word has at least this many letters; shorter rests are chance. */
const leastRest = 3;

/** A Hebrew or Arabic word with each such prefix, and without the one it may have: `חיפה` (Haifa) also as `לחיפה` (to Haifa). Empty in other scripts. */
export function withOtherPrefixes(plain: string): string[] {
  const prefixes = attached.find(({ script }) => script.test(plain))?.prefixes ?? [];
  return prefixes.flatMap((prefix) => {
    const rest = plain.startsWith(prefix) ? plain.slice(prefix.length) : '';
    return rest.length < leastRest ? [prefix + plain] : [prefix + plain, rest];
  });
}
