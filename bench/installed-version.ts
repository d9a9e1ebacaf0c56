import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function installedVersion(name: string): string {
  const file = join(import.meta.dirname, '../node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
