/**
 * Whether a path of the build's context is left out by a `.dockerignore`: the last line that fits it counts.
 * Understands `*`, names of files and folders, and `!` before them. @throws for any other pattern
 */
export function ignoring(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ kept: line.startsWith('!'), name: line.replace(/^!/, '') }));
  const strange = rules.find(({ name }) => name !== '*' && !/^[\w./-]+$/.test(name));
  if (strange !== undefined) throw new Error(`.dockerignore: “${strange.name}” is not understood here`);
  return (path) => {
    const fits = ({ name }: { name: string }) => name === '*' || path === name || path.startsWith(`${name}/`);
    return rules.findLast(fits)?.kept === false;
  };
}
