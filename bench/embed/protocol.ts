/** What a worker of the bench is asked. Texts are read one after another, as the extension reads them; vectors are answered where asked for. */
export type Question =
  | { load: { query: string; copy: boolean } }
  | { texts: string[]; vectors?: boolean }
  | { limit: true };

export interface Reading {
  /** Milliseconds in the worker for each text, tokens included. */
  ms: number[];
  vectors?: Float32Array[];
}

/** Multiply-adds a second that the instructions alone allow, all in registers, in thousand millions. */
export type Limit = Record<'pairs' | 'fours', number>;
