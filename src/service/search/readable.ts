/** Whether a text has a digit, or a letter of the scripts of these languages (BCP 47): of nothing else does a model make any sense. */
export function isReadable(text: string, languages: string[]): boolean {
  return /\p{N}/u.test(text) || languages.some((language) => lettersOf(language).test(text));
}

function lettersOf(language: string): RegExp {
  return new RegExp(`\\p{Script=${new Intl.Locale(language).maximize().script}}`, 'u');
}
