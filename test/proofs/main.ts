import { writeFile } from 'node:fs/promises';
import { proofsDocument } from '../../scripts/proofs/document.ts';
import { guards } from '../support/page-guards.ts';
import { serviceGuards } from '../support/service-guards.ts';
import { syncGuards } from '../support/sync-guards.ts';

/** Writes docs/proofs.md (`npm run proofs`). */
await writeFile(
  new URL('../../docs/proofs.md', import.meta.url),
  proofsDocument({ page: guards, sync: syncGuards, service: serviceGuards }),
);
