import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { contractFiles } from './files.ts';
import { guideFile, withReference } from './reference.ts';

for (const [path, text] of Object.entries(contractFiles())) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
writeFileSync(guideFile, withReference(readFileSync(guideFile, 'utf8')));
