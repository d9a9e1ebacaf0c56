import type { RestoredMemories, SecondCopy } from '../lib/second-copy.ts';

/**
 * What a person sees and decides of the engine itself: its model and how much it has read. No part of v1 and nothing of memories:
 * for own pages alone. Every verb resolves once the decision is kept; what comes of it is told by the state.
 */
export interface EngineControl {
  state(): Promise<EngineState>;
  /**
   * Tells the state now and whenever it has changed, a few times a second at most, until the answered function is called. Outlives the engine's death.
   * `failed`: told each time that there was no state to be had; it is asked for again, ever more seldom.
   */
  watch(listener: (state: EngineState) => void, failed?: (failure: unknown) => void): () => void;
  /** Reads no more memories until `resume`, also after a restart. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Tries a model again that was refused or failed. */
  retry(): Promise<void>;
  /** Takes another model: fetches it where need be, and reads all memories with it; until then the old one's vectors go on answering. */
  choose(modelId: string): Promise<void>;
  /** Gives up the model that is being fetched or read with, for the one that answers now. */
  cancel(): Promise<void>;
  /** Deletes a fetched model's files; where it was chosen, the bundled one is. */
  remove(modelId: string): Promise<void>;
}

export interface EngineState {
  /** The model in use. */
  model: ModelName;
  /** Of the model in use. `absent`: nothing has needed it yet, or it rests; it loads when needed. */
  status: 'absent' | 'loading' | 'ready' | 'refused' | 'failed';
  /** Why it was refused or failed, as a sentence. */
  reason?: string | undefined;
  /** How much of it is loaded, 0..1, where that is known. */
  progress?: number | undefined;
  /** The chosen model where it could not be used and the bundled one stands in for it, and why, as a sentence. */
  fallback?: { from: ModelName; reason: string } | undefined;
  reading: Reading;
  /** The chosen model on its way, while another answers; absent where the chosen one is in use or stands back. */
  coming?: ComingModel | undefined;
  models: ModelChoice[];
  /** What was brought back from a second copy since the engine started, as the browser had lost it. */
  restored?: RestoredMemories | undefined;
  secondCopy?: SecondCopy | undefined;
  /** The database can't be opened: memories are read from the second copy and can't be changed. */
  isReadOnly?: boolean | undefined;
}

/** A model that is fetched and loaded, and then reads the memories. */
export interface ComingModel {
  id: string;
  /** How much of it is fetched and loaded, 0..1, where that is known; absent once it reads. */
  progress?: number | undefined;
  /** How many of the live memories it has read; absent while it is on its way. */
  read?: number | undefined;
}

/** How many live memories there are, and how many of them the model in use has read. */
export interface Reading {
  read: number;
  of: number;
  /** Of those that are not read, how many the model can't read; absent: none that is known of. */
  unreadable?: number | undefined;
  /** By the person. */
  paused: boolean;
  /** Why it can't go on now, as the system says it: a full disk, say. It is tried again by itself. */
  trouble?: string | undefined;
}

export interface ModelName {
  id: string;
  /** As people know it. */
  name: string;
  /** BCP 47 tags of the languages that it was made for. */
  languages: string[];
}

export interface ModelChoice extends ModelName {
  chosen: boolean;
  /** What choosing it fetches; absent where it is part of the package. */
  download?: ModelDownload | undefined;
  /** Why it can't be chosen here, as a sentence; absent where it can. */
  unavailable?: string | undefined;
}

export interface ModelDownload {
  bytes: number;
  /** Where from. */
  hosts: string[];
  /** Whether its files are on this machine already. */
  fetched: boolean;
}
