/** A v1 request as it travels where there is no HTTP: between pages, workers and the engine. */
export interface RequestEnvelope {
  commonplace: 1;
  method: string;
  /** Begins with `/v1`; carries the query string. */
  path: string;
  headers: Record<string, string>;
  /** JSON text; absent where there is no body. */
  body?: string;
}

/** The answer to a {@link RequestEnvelope}. Header names are in lower case. */
export interface ResponseEnvelope {
  commonplace: 1;
  status: number;
  headers: Record<string, string>;
  /** JSON text; absent where there is no body. */
  body?: string;
}
