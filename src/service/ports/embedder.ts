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
  /** Below both of these strengths a hit is less certain; of 100 searches for random words 95 show nothing above. */
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
  /** The vector of something looked for, of length 1. Goes before any text that is being read. */
  query(text: string): Promise<Float32Array>;
  /** The overlapping windows of a text, in its order; at least one. */
  passages(text: string): Promise<Passage[]>;
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
  /** Loads the chosen model if need be. Throws ModelUnavailable. */
  current(): Promise<Embedder>;
}
