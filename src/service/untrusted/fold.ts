/** Characters that show nothing, or that change the direction of text. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Letters that look like Latin ones, for words that mix scripts. Each looks like the letter of `latin` below it. */
const alike = 'аеорсухіјѕкмтнвαοενρτικυ';
const latin = 'aeopcyxijskmthbaoevptiku';
const lookAlikes = new Map(Array.from(alike, (letter, index) => [letter, latin[index]!]));

const ascii = /^[\n\r\t -~]*$/;
/** Arabic ligatures of several words: normalisation makes up to 18 characters of one. */
const ligatures = /[\ufdfa\ufdfb]/g;
/** Runs of combining marks longer than in any language. The cost of normalisation is quadratic in their length. */
const longMarkRuns = /[\p{M}\uff9e\uff9f]{31,}/gu;
const mixedWord = /[a-zа-яіјѕα-ω]{0,30}(?:[a-z][а-яіјѕα-ω]|[а-яіјѕα-ω][a-z])[a-zа-яіјѕα-ω]{0,30}/g;
const digits: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's' };
const disguise = /[0134578@$]/;
const letterAndDigit = /[a-z]{0,20}(?:[a-z][0134578@$]|[0134578@$][a-z])[a-z0134578@$]{0,20}/g;
const spacedLetters = /(?:(?<![a-z])[a-z][ ._*-]{1,3}){6,40}[a-z](?![a-z])/g;
const base64 = /[A-Za-z0-9+/]{24,}={0,2}/g;

/** A text in the form of the words in ./lexicon.ts: lower case, without diacritics and invisible characters. */
function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const plain = text
    .replace(longMarkRuns, '')
    .replace(ligatures, ' ')
    .normalize('NFKD')
    .replace(invisible, '')
    .toLowerCase();
  return plain
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ς', 'σ')
    .replaceAll('’', "'")
    .replace(mixedWord, (word) => word.replace(/[^a-z]/g, (letter) => lookAlikes.get(letter) ?? letter));
}

/**
 * The text, and its hidden readings: digits as letters, letters without the spaces between them, decoded base64.
 */
export function readings(text: string): { folded: string; disguised: string[] } {
  const folded = fold(text).replace(/[ \t]+/g, ' ');
  const disguised = [
    // Checked first to save time: of the patterns here, `letterAndDigit` takes longest.
    disguise.test(folded)
      ? folded.replace(letterAndDigit, (word) => word.replace(/[^a-z]/g, (sign) => digits[sign] ?? sign))
      : folded,
    fold(text).replace(spacedLetters, (letters) => letters.replace(/[ ._*-]/g, '')),
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
