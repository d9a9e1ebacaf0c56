/**
 * The key of a tag or a collection's name: NFKC, then locale-free lower case, of the trimmed text.
 * Two names are the same name exactly when their keys are equal; keys are stored, no database folds case.
 */
export function nameKey(name: string): string {
  return folded(name.trim());
}

/** What the keys begin with of names that begin so. White space at its end stays: it parts a word from the next. */
export function keyPrefixOf(beginning: string): string {
  return folded(beginning.trimStart());
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
