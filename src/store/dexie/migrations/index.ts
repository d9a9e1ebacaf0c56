import { first } from './001-first.ts';
import { journal } from './002-journal.ts';
import { answersByMemory } from './003-answers-by-memory.ts';
import { tokenRights } from './004-token-rights.ts';
import { capture } from './005-capture.ts';
import { sync } from './006-sync.ts';
import { session } from './007-session.ts';
import type { Migration } from './migration.ts';

/** In order of version. */
export const migrations: readonly Migration[] = [first, journal, answersByMemory, tokenRights, capture, sync, session];
