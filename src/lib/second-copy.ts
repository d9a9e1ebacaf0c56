/** The state of the second copy of the memories, which is stored in addition to the database. */
export interface SecondCopy {
  /** When the copy was last checked completely without damage, or written; ISO 8601, UTC. */
  checkedAt?: string;
  /**
   * What was found last and what was done. `repaired`: the copy was damaged, and was written again from the database.
   * `kept`: the database lacks rows that it had, so the copy wasn't replaced.
   */
  damage?: { at: string; outcome: 'repaired' | 'kept' };
}

/** What a restore from the second copy brought back. */
export interface RestoredMemories {
  /** Number of memories, including those in the trash. */
  memories: number;
  /** ISO 8601, UTC. */
  at: string;
  /** The second copy was damaged too. */
  damaged: boolean;
  /** It is known that nothing is missing. */
  complete: boolean;
  /** The databases could no longer be opened and were replaced by new ones. */
  replaced?: boolean;
  /** Last known state before the loss. `missingChanges`: changes that the copy lacks. */
  before?: { memories: number; missingChanges: number } | undefined;
}
