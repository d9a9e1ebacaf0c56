import { writeFile } from 'node:fs/promises';
import { commandsDocument } from '../src/server/command-line/document.ts';

/** Writes the help of all commands to docs/commands.md. */
await writeFile(new URL('../docs/commands.md', import.meta.url), commandsDocument());
