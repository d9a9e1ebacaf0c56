import { writeFile } from 'node:fs/promises';
import { proofsDocument } from './document.ts';

/** Writes docs/proofs.md. */
await writeFile(new URL('../../docs/proofs.md', import.meta.url), proofsDocument());
