/** A v1 request without HTTP: between pages, workers and the engine. */
export interface RequestEnvelope {
  commonplace: 1;
  method: string;
  /** Starts with `/v1`; includes the query string. */
  path: string;
  headers: Record<string, string>;
  /** JSON text; absent if there is no body. */
  body?: string;
}

/** The response to a {@link RequestEnvelope}. Header names are in lower case. */
export interface ResponseEnvelope {
  commonplace: 1;
  status: number;
  headers: Record<string, string>;
  /** JSON text; absent if there is no body. */
  body?: string;
}
