/**
 * Returns a function that says whether a `.dockerignore` excludes a path: the last matching line decides.
 * Supports `*` and names of files and folders, with or without `!` before them. @throws for any other pattern
 */
export function ignoreFilter(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isIncluded: line.startsWith('!'), name: line.replace(/^!/, '') }));
  const unsupported = rules.find(({ name }) => name !== '*' && !/^[\w./-]+$/.test(name));
  if (unsupported !== undefined) throw new Error(`.dockerignore: “${unsupported.name}” is not supported here`);
  return (path) => {
    const matches = ({ name }: { name: string }) => name === '*' || path === name || path.startsWith(`${name}/`);
    return rules.findLast(matches)?.isIncluded === false;
  };
}
