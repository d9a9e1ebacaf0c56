/** The truth: every write is flushed to the disk before it counts as done, and nothing of ours ever deletes it. */
export const strictDatabase = 'commonplace';

/** What can be lost and built again: rate windows, and what indexes keep of themselves. */
export const derivedDatabase = 'commonplace-derived';
