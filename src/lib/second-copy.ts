/** The state of the copy of the memories that the browser keeps beside the database. */
export interface SecondCopy {
  /** When all of it was last read and found good; ISO 8601, UTC. */
  checkedAt?: string;
  /** What became of damage that was found last; `kept`: the database held less than it should, so the old copy stays. */
  damage?: { at: string; outcome: 'repaired' | 'kept' };
}

/** What a restore from the second copy brought back. */
export interface RestoredMemories {
  /** How many, including those in the trash. */
  memories: number;
  /** ISO 8601, UTC. */
  at: string;
  /** The second copy was damaged too. */
  damaged: boolean;
  /** Everything known to have been there is back. */
  complete: boolean;
  /** The databases couldn't be opened any more, and new ones replaced them. */
  moved?: boolean;
  /** What is known of the time before; undefined if nothing is. */
  before?: { memories: number; missingChanges: number } | undefined;
}
