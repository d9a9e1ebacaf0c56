/** The truth: every write is flushed to disk before it is confirmed, and we never delete it. */
export const strictDatabase = 'commonplace';

/** The token of sync's server and what sync may lose. Apart from the memories, so that signing out deletes the token with its database. */
export const syncDatabase = 'commonplace-sync';

/** Data that may be lost: rate windows, with the last use of each token, and the files of the indexes. */
export const derivedDatabase = 'commonplace-derived';
