/** The truth: every write is flushed to the disk before it counts as done, and nothing of ours ever deletes it. */
export const strictDatabase = 'commonplace';

/** What may be lost: rate windows, with when each token was last used, and what indexes keep of themselves. */
export const derivedDatabase = 'commonplace-derived';
