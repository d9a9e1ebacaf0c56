import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '../src/v1/openapi.ts';

await writeFile(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
