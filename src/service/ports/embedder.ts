import type { Terms } from '../../lib/terms.ts';

/** The static description of a model. */
export interface Model {
  /** Identifies weights and method: vectors of models with different ids are never compared. */
  readonly id: string;
  readonly name: string;
  readonly dimensions: number;
  /** BCP 47 tags of the languages that the model was made for. */
  readonly languages: string[];
  /** The cosines at which the strength is 0 (`unrelated`) and 1 (`same`). Between them, it grows linearly. */
  readonly cosines: { unrelated: number; same: number };
  /**
   * The bounds of a hit that wasn't compared token by token. Such a hit is certain if it reaches the keyword bound, the
   * semantic bound, or enough of both (service/search/certainty.ts). The goal: 95 of 100 searches for random words have
   * no certain hit.
   */
  readonly certain: {
    keyword: number;
    semantic: number;
    /**
     * For a hit that was compared token by token. Such a hit is certain if the weighted sum of its token score (weight
     * 1), its two strengths and its term score is at least `sum`.
     */
    byTokens?: { keyword: number; semantic: number; terms: number; sum: number };
    /** The semantic strength that makes a hit in another language than the query certain. By default `semantic`. */
    otherLanguage?: number;
    /**
     * For a query of one word: the least semantic strength, before clamping, at which a passage of one word counts
     * towards certainty. Below it, such a passage may be near by chance. For a longer passage, the minimum is divided
     * by the square root of the passage's length in words. By default there is no minimum.
     */
    oneWord?: number;
    /**
     * A hybrid search drops a hit that shares no word with the query if its semantic strength is below this. By default
     * a fraction of `semantic`.
     */
    floor?: number;
    /**
     * From this semantic strength on, a hit that shares no word with the query may rank before hits that do. By default
     * `semantic`, but no strength is enough if the model knows too few of the query's words.
     */
    sure?: number;
  };
  /** The number of values in a token vector; undefined if the model has no token vectors. */
  readonly tokenWidth?: number | undefined;
}

/** A window of a text with its own vector: `text.slice(start, end)`, in UTF-16 units. */
export interface Passage {
  start: number;
  end: number;
  /** Of length 1, or zeros if the window has no meaning that the model can represent. */
  vector: Float32Array;
  /** Its token vectors (`Model.tokenWidth`) and terms, packed by lib/passage-tokens.ts. */
  tokens?: Uint8Array;
}

/** The tokens of a query, for late interaction (service/search/late-interaction.ts). */
export interface QueryTokens {
  /** The token vectors one after another, each of length 1. */
  vectors: Float32Array;
  /** How much each token counts, at least 0. */
  weights: Float32Array;
  terms?: Terms;
}

export interface QueryEmbedding {
  /** Of length 1; zeros for `queryLike` of zeros. */
  vector: Float32Array;
  tokens?: QueryTokens;
  /** The bounds for this query, if they differ from the model's. */
  certain?: Model['certain'];
}

/** A loaded model. It has passed its self-test, or only the first part while the rest still runs. */
export interface Embedder {
  readonly model: Model;
  /** Embeds a query. Takes precedence over texts in progress. Rejects when `signal` aborts. */
  query(text: string, signal?: AbortSignal): Promise<QueryEmbedding>;
  /**
   * Embeds a text in overlapping windows, in order; at least one. When `signal` aborts, it stops before the next window
   * (or small batch of windows) and rejects.
   */
  passages(text: string, signal?: AbortSignal): Promise<Passage[]>;
  /** The query for texts similar to some passages. `mean`: the mean of their vectors, of length 1 or zeros. */
  queryLike(mean: Float32Array): QueryEmbedding;
  /**
   * The share of a text's words in the model's vocabulary, 0..1. The model only guesses the meaning of unknown words,
   * such as those of other languages.
   */
  familiarity(text: string): Promise<number>;
}

/** The model can't be used now, or not for this text. The message may be shown to the user. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
}

/** The model failed its self-test: its vectors are wrong or a file is damaged. Loading it again doesn't help. */
export class ModelRefused extends ModelUnavailable {
  readonly check: string;

  constructor(check: string, message: string) {
    super(message);
    this.check = check;
  }
}

/** A loaded model has lost the graphics card that it runs on. This Embedder never works again. */
export class ModelLost extends ModelUnavailable {}

/** The service's source of models. */
export interface Embedders {
  /**
   * Returns the model that searches use: the chosen one or, while that is still indexing, the previous one if usable.
   * Loads the model if needed. Throws ModelUnavailable.
   */
  current(): Promise<Embedder>;
}
