/** What is known of a model before it runs. */
export interface Model {
  /** Names weights and method: vectors of another id are never compared with these. */
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  readonly dimensions: number;
  /** BCP 47 tags of the languages that it was made for. */
  readonly languages: string[];
  /** Cosines that mean nothing and everything in common; strength is the place between them, cut off at 0 and 1. */
  readonly cosines: { strange: number; same: number };
  /** Strengths at which one side alone makes a hit certain (service/search/certainty.ts); of 100 searches for random words 95 show nothing that is. */
  readonly certain: { keyword: number; semantic: number };
}

/** A part of a text that has a vector of its own: `text.slice(start, end)`, in UTF-16 units. */
export interface Passage {
  start: number;
  end: number;
  /** Of length 1. */
  vector: Float32Array;
}

/** A model that is loaded and has passed its self-test. */
export interface Embedder {
  readonly model: Model;
  /** The vector of something looked for, of length 1. Goes before any text that is being read. Rejects when `signal` aborts. */
  query(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** The overlapping windows of a text, in its order; at least one. Stops between two of them and rejects when `signal` aborts. */
  passages(text: string, signal?: AbortSignal): Promise<Passage[]>;
  /** The share of a text's words that the model was taught as words, 0..1: of the others, as of those of another language, it only guesses. */
  familiarity(text: string): Promise<number>;
}

/** No model can be used now; the message says why, to a person. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
}

/** The model ran and its vectors are wrong, as they would be again. */
export class ModelRefused extends ModelUnavailable {
  /** The part of the self-test that found it. */
  readonly check: string;

  constructor(check: string, message: string) {
    super(message);
    this.check = check;
  }
}

/** The model was loaded, and what it ran on is gone: this Embedder never answers again. */
export class ModelLost extends ModelUnavailable {}

/** Where the service gets its model from. */
export interface Embedders {
  /** Loads, if need be, the model that has read the memories, so that its vectors answer while another one reads; the chosen one where none has. Throws ModelUnavailable. */
  current(): Promise<Embedder>;
}
