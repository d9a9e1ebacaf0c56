/**
 * The memories and the store's other data that can't be rebuilt. Every write is flushed to disk before it is confirmed.
 * We never delete this database.
 */
export const strictDatabase = 'commonplace';

/**
 * The token for the sync server, and sync data that may be lost. Separate from the memories, so that disconnecting can
 * delete the token together with the whole database.
 */
export const syncDatabase = 'commonplace-sync';

/** Never contains anything. It exists only while sync disconnects (sync-scratch.ts). */
export const emptyDatabase = 'commonplace-empty';

/** Data that may be lost: the rate windows, which also have the last use of each token, and the indexes' files. */
export const derivedDatabase = 'commonplace-derived';
