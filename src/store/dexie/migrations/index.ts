import { first } from './001-first.ts';
import type { Migration } from './migration.ts';

/** In the order of their versions. */
export const migrations: readonly Migration[] = [first];
