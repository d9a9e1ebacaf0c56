import type { Migration } from '../../../service/ports/sql.ts';
import { store } from './0001-store.ts';
import { descent } from './0002-descent.ts';
import { tokenRights } from './0003-token-rights.ts';
import { capture } from './0004-capture.ts';
import { session } from './0005-session.ts';

/** In the order in which they run. */
export const storeMigrations: readonly Migration[] = [store, descent, tokenRights, capture, session];
