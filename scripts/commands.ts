import { writeFile } from 'node:fs/promises';
import { commandsDocument } from '../src/server/command-line/document.ts';

await writeFile(new URL('../docs/commands.md', import.meta.url), commandsDocument());
