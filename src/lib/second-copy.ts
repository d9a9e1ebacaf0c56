/** The state of the second copy of the memories, which is stored in addition to the database. */
export interface SecondCopy {
  /** Time of the last complete check that found no damage; ISO 8601, UTC. */
  checkedAt?: string;
  /** What was done about damage. `kept`: the database lacked rows, so the old copy stays. */
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
  /** Everything that is known to have existed was restored. */
  complete: boolean;
  /** The databases could no longer be opened and were replaced by new ones. */
  replaced?: boolean;
  /** Last known state before the loss. `missingChanges`: changes that the copy lacks. */
  before?: { memories: number; missingChanges: number } | undefined;
}
