import { writeFileSync } from 'node:fs';
import { museumDocument } from './document.ts';

/** Writes docs/museum.md. */
writeFileSync(new URL('../../docs/museum.md', import.meta.url), museumDocument());
