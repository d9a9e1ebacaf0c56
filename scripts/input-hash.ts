import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A hash of the names and contents of `paths` (files and folders). `except`: glob patterns of files to ignore. */
export function inputHash(paths: string[], { except = [] }: { except?: string[] } = {}): string {
  const hash = createHash('sha256');
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? globSync(join(path, '**'), { exclude: except }).filter((file) => statSync(file).isFile())
      : [path],
  );
  for (const file of files.map((path) => path.replaceAll('\\', '/')).sort())
    hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
