/** Whether a text has a digit or a letter in the script of one of `languages` (BCP 47). */
export function isReadable(text: string, languages: string[]): boolean {
  return /\p{N}/u.test(text) || languages.some((language) => lettersOf(language).test(text));
}

/** The Unicode scripts of those ISO 15924 codes that aren't Unicode scripts themselves. */
const scriptsOf: Record<string, string[]> = {
  Hans: ['Han'],
  Hant: ['Han'],
  Jpan: ['Han', 'Hiragana', 'Katakana'],
  Kore: ['Hangul', 'Han'],
};

const known = new Map<string, RegExp>();

function lettersOf(language: string): RegExp {
  const found = known.get(language);
  if (found !== undefined) return found;
  const script = new Intl.Locale(language).maximize().script!;
  const letters = new RegExp((scriptsOf[script] ?? [script]).map((name) => `\\p{Script=${name}}`).join('|'), 'u');
  known.set(language, letters);
  return letters;
}
