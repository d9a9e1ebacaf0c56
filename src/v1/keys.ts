/**
 * The key of a tag or a collection's name: NFKC, then locale-free lower case, of the trimmed text.
 * Two names are the same name exactly when their keys are equal; keys are stored, no database folds case.
 */
export function keyOf(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}
