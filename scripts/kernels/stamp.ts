import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sectionName = 'sources';

/** A hash of a module's inputs: all `.ts` files in its folders, the compiler's version and flags. */
export function stampOf(folders: string[], compiler: string, flags: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([compiler, flags]));
  for (const folder of folders)
    for (const file of globSync('**/*.ts', { cwd: folder }).sort())
      hash.update(`\0${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

/**
 * Appends the stamp as a custom section: 0, size, length of the name, name, content (WebAssembly Core Specification,
 * 5.5.3).
 */
export function stamped(module: Uint8Array, stamp: string): Uint8Array {
  const content = Buffer.from(`${String.fromCharCode(sectionName.length)}${sectionName}${stamp}`, 'latin1');
  if (content.length > 127) throw new Error('A size above 127 needs a second byte.');
  return Buffer.concat([module, Uint8Array.of(0, content.length), content]);
}

export async function stampIn(file: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (!WebAssembly.validate(file)) return undefined;
  const [section] = WebAssembly.Module.customSections(await WebAssembly.compile(file), sectionName);
  return section && new TextDecoder().decode(section);
}
