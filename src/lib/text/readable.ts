/**
 * Whether a text has a digit, or a letter in the script of one of these languages (BCP 47). A model of these languages
 * can't represent other texts.
 */
export function isReadable(text: string, languages: string[]): boolean {
  return /\p{N}/u.test(text) || languages.some((language) => lettersOf(language).test(text));
}

/** ISO 15924 codes that Unicode has no script for, with the scripts that they stand for. */
const scriptsOf: Record<string, string[]> = {
  Hans: ['Han'],
  Hant: ['Han'],
  Jpan: ['Han', 'Hiragana', 'Katakana'],
  Kore: ['Hangul', 'Han'],
};

/** Cached by language, because each passage of a memory is tested. */
const known = new Map<string, RegExp>();

function lettersOf(language: string): RegExp {
  const found = known.get(language);
  if (found !== undefined) return found;
  const script = new Intl.Locale(language).maximize().script!;
  const letters = new RegExp((scriptsOf[script] ?? [script]).map((name) => `\\p{Script=${name}}`).join('|'), 'u');
  known.set(language, letters);
  return letters;
}
