import { writeFile } from 'node:fs/promises';
import { proofsDocument } from '../../scripts/proofs/document.ts';
import { guardLists } from '../support/all-guards.ts';

/** Writes docs/proofs.md (`npm run proofs`). */
await writeFile(new URL('../../docs/proofs.md', import.meta.url), proofsDocument(guardLists));
