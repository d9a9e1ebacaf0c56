import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { builtExtension, type BrowserKind } from '../../scripts/browsers/index.ts';

/** Copies the built extension to a folder as this version, without its models, which are large. */
export function copyToPack(kind: BrowserKind, folder: string, version: string): void {
  const models = `${sep}models`;
  cpSync(builtExtension(kind), folder, { recursive: true, filter: (path) => !path.endsWith(models) });
  const manifest = join(folder, 'manifest.json');
  const contents = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, JSON.stringify({ ...contents, version }));
}
