/** Characters that show nothing, or that change the direction of text. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Letters that look like Latin ones, for words that mix scripts. Each looks like the letter of `latin` below it. */
const alike = 'аеорсухіјѕкмтнвαοενρτικυ';
const latin = 'aeopcyxijskmthbaoevptiku';
const lookAlikes = new Map(Array.from(alike, (letter, index) => [letter, latin[index]!]));

const ascii = /^[\n\r\t -~]*$/;
/** Arabic ligatures of several words: normalisation expands one of them to up to 18 characters. */
const ligatures = /[\ufdfa\ufdfb]/g;
const mark = /[\p{M}\uff9e\uff9f]/u;
/** Runs of combining marks longer than in any language. The cost of normalisation is quadratic in their length. */
const longMarkRuns = /[\p{M}\uff9e\uff9f]{31,}/gu;
const mixedLetters = /[a-z][а-яіјѕα-ω]|[а-яіјѕα-ω][a-z]/;
const mixedWord = /[a-zа-яіјѕα-ω]{0,30}(?:[a-z][а-яіјѕα-ω]|[а-яіјѕα-ω][a-z])[a-zа-яіјѕα-ω]{0,30}/g;
const digits: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's' };
/** Begins at the first digit beside a letter: the letters before it stay as they are. */
const letterAndDigit = /(?:(?<=[a-z])[0134578@$]|[0134578@$][a-z])[a-z0134578@$]{0,40}/g;
const spacedLetters = /(?:(?<![a-z])[a-z][ ._*-]{1,3}){6,40}[a-z](?![a-z])/g;
/** Matches only from the start of a run: trying every other character as a start, too, would take far longer. */
const base64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{24,}={0,2}/g;

/** A text in the form of the words in ./lexicon.ts: lower case, without diacritics and invisible characters. */
function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  // Looking for a single mark first takes a fraction of the time.
  const plain = (mark.test(text) ? text.replace(longMarkRuns, '') : text)
    .replace(ligatures, ' ')
    .normalize('NFKD')
    .replace(invisible, '')
    .toLowerCase();
  const letters = plain
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ς', 'σ')
    .replaceAll('’', "'");
  return mixedLetters.test(letters)
    ? letters.replace(mixedWord, (word) => word.replace(/[^a-z]/g, (letter) => lookAlikes.get(letter) ?? letter))
    : letters;
}

/**
 * The text, and its hidden readings: digits as letters, letters without separators between them, decoded base64.
 */
export function readings(text: string): { folded: string; disguised: string[] } {
  const plain = fold(text);
  const folded = plain.replace(/\t[ \t]*| [ \t]+/g, ' ');
  const joined = plain.replace(spacedLetters, (letters) => letters.replace(/[ ._*-]/g, ''));
  const disguised = [
    folded.replace(letterAndDigit, (word) => word.replace(/[^a-z]/g, (sign) => digits[sign] ?? sign)),
    joined === plain ? '' : joined,
    ...(text.match(base64) ?? []).map(decoded),
  ];
  return { folded, disguised: disguised.filter((reading) => reading !== '' && reading !== folded) };
}

/** The decoded text of base64; empty if it isn't ASCII text. */
function decoded(encoded: string): string {
  try {
    const text = atob(encoded.slice(0, encoded.length - (encoded.replace(/=+$/, '').length % 4 === 1 ? 1 : 0)));
    return ascii.test(text) ? fold(text) : '';
  } catch {
    return '';
  }
}
