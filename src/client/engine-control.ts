import type { BackupsState, RestoreMode } from '../lib/backups.ts';
import type { EarlierVersion, MemorySync, SyncCommand, SyncState } from '../lib/sync.ts';
import type { RestoredMemories, SecondCopy } from '../lib/second-copy.ts';

/**
 * What the user sees and decides about the engine itself: its model, indexing, backups and sync.
 * Not part of v1; for the extension's own pages only.
 * A short command resolves when it is done. A long command resolves when it has started, and the state shows its
 * outcome.
 */
export interface EngineControl {
  state(): Promise<EngineState>;
  /**
   * Calls `listener` with the state now and after each change, at most a few times a second. Calls `failed` each time
   * the state can't be read, and tries again. The returned function ends these calls.
   */
  watch(listener: (state: EngineState) => void, failed?: (failure: unknown) => void): () => void;
  /** Stops indexing until `resume`, also across restarts. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Tries refused and failed models again, and checks again which models this browser can use. */
  retry(): Promise<void>;
  /**
   * Switches to another model: downloads it if needed and indexes all memories with it. The old model answers
   * meanwhile.
   */
  choose(modelId: string): Promise<void>;
  /**
   * Cancels a switch that is still downloading or indexing. Chooses the model in use again or, if that isn't possible,
   * the bundled model.
   */
  cancel(): Promise<void>;
  /** Deletes a model's downloaded files. If it was the chosen model, the bundled one is chosen instead. */
  remove(modelId: string): Promise<void>;
  backUp(): Promise<void>;
  /** Starts restoring a backup; the replaced state is kept for a day. */
  restore(name: string, mode: RestoreMode): Promise<void>;
  undoRestore(): Promise<void>;
  /** Clears `EngineState.restored` for the restore that happened at `at`. */
  acknowledgeRestored(at: string): Promise<void>;
  sync(command: SyncCommand): Promise<void>;
  /** The sync status of a memory; undefined if it has none. */
  memorySync(memoryId: string): Promise<MemorySync | undefined>;
  /** The versions of a memory that sync replaced, newest first. */
  versions(memoryId: string): Promise<EarlierVersion[]>;
}

export interface EngineState {
  model: ModelName;
  /** `absent`: the model isn't loaded, such as before its first use or after idling. The model loads when needed. */
  status: 'absent' | 'loading' | 'ready' | 'refused' | 'failed';
  /** Why the model was refused or failed, or why its vectors can't be opened, as a sentence. */
  reason?: string | undefined;
  /** How much of the model is loaded, 0..1, if known. */
  progress?: number | undefined;
  /**
   * Set if the bundled model replaces the chosen model (`from`). `reason`: why the chosen model can't be used, as a
   * sentence.
   */
  fallback?: { from: ModelName; reason: string } | undefined;
  /** The number of the latest change of a memory: an edit, a move, a deletion and so on. Each gets a higher number. */
  lastChange: number;
  indexing: IndexingProgress;
  /** The model that searches will use next: the chosen one or, if that can't be used, the bundled one. */
  coming?: ComingModel | undefined;
  models: ModelChoice[];
  /**
   * Set after the browser lost memories and they were restored from the second copy (the store's journal). Stays set
   * across restarts until `acknowledgeRestored` is called.
   */
  restored?: RestoredMemories | undefined;
  secondCopy?: SecondCopy | undefined;
  backups?: BackupsState | undefined;
  sync?: SyncState | undefined;
  /** True if the database can't be opened. Then memories are read from the second copy and can't be changed. */
  isReadOnly?: boolean | undefined;
}

/** A model that searches don't use yet: it is being downloaded and loaded, or is indexing the memories. */
export interface ComingModel {
  id: string;
  /** How much of the model is downloaded and loaded, 0..1, if known; absent once the model indexes. */
  progress?: number | undefined;
  /** How many live memories the model has indexed. Known once the model is loaded, or while indexing is paused. */
  indexed?: number | undefined;
}

/** How many of the live memories (those not in the trash) the model in use has indexed. */
export interface IndexingProgress {
  indexed: number;
  total: number;
  /** How many of the unindexed memories the model can't index; absent if none are known. */
  unindexable?: number | undefined;
  paused: boolean;
  /** Why indexing can't continue now, in the system's words, such as a full disk. Indexing retries automatically. */
  trouble?: string | undefined;
}

export interface ModelName {
  id: string;
  name: string;
  /** BCP 47 tags of the languages that the model was made for. */
  languages: string[];
}

export interface ModelChoice extends ModelName {
  chosen: boolean;
  /** What is downloaded if the user chooses the model; absent if the model is part of the package. */
  download?: ModelDownload | undefined;
  /** Why the model can't be chosen here, as a sentence; absent if it can. */
  unavailable?: string | undefined;
}

export interface ModelDownload {
  bytes: number;
  hosts: string[];
  /** Whether the model's files are on this machine already. */
  fetched: boolean;
}
