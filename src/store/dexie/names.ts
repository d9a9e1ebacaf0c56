/** The truth: every write is flushed to disk before it is confirmed, and we never delete it. */
export const strictDatabase = 'commonplace';

/** Data that may be lost: rate windows, with the last use of each token, and the files of the indexes. */
export const derivedDatabase = 'commonplace-derived';
