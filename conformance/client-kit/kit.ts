import type { OperationName } from '../../src/v1/operations.ts';

/* The client conformance kit: cases for clients of v1 in any language. See docs/client-kit.md. */

/**
 * The expected value of a header. Null: the header is absent. `$name`: any text that is the same in every request of
 * the call.
 */
type HeaderValue = string | null;

export interface ExpectedRequest {
  method: string;
  /** Includes `/v1`. */
  path: string;
  /** Names and values in any order. Default: no query. */
  query?: [name: string, value: string][];
  /** Names in lower case. */
  headers?: Record<string, HeaderValue>;
  /** Default: no body. */
  body?: unknown;
}

export interface GivenResponse {
  status: number;
  /** Names in lower case. */
  headers?: Record<string, string>;
  /** JSON. Default: empty. */
  body?: unknown;
  /** A body that is not JSON, instead of `body`. */
  text?: string;
}

/**
 * `unreachable`: no connection, so the server can't have the request. `broken`: the connection broke before a response.
 * `timeout`: no response in time.
 */
export type Failure = 'unreachable' | 'broken' | 'timeout';

export type Step =
  | { request: ExpectedRequest; response: GivenResponse }
  | { request: ExpectedRequest; failure: Failure }
  /** Minimum and maximum wait of the client, in seconds. */
  | { wait: [least: number, most: number] };

export interface ExpectedError {
  kind: 'service' | 'connection' | 'timeout' | 'malformed' | 'not-offered';
  /** Only for the kind `service`. */
  code?: string;
  /**
   * The v1 code whose error class the error has. Default: `code`. Null: the general class, because v1 has neither the
   * code nor the status.
   */
  like?: string | null;
  status?: number;
  message?: string;
  details?: { path: string; message: string }[];
  /** Minimum and maximum, in seconds. */
  retryAfter?: [least: number, most: number];
  requestId?: string;
  method?: string;
  path?: string;
}

interface KitArguments {
  operation: OperationName;
  id?: string;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  ifVersion?: number;
  idempotencyKey?: string;
}

/** A write of a batch, with the result or error that the client must report. */
export interface KitWrite extends KitArguments {
  /** Absent if nothing is returned or the write fails with `error`. */
  result?: unknown;
  error?: ExpectedError;
}

export interface KitCall extends KitArguments {
  /**
   * Only for `batch`: the writes to pass to the client's batch method. `body` and `result`, if given, describe the HTTP
   * request and its response.
   */
  writes?: KitWrite[];
  /** The client's requests and waits, in order. The client makes no others. */
  steps: Step[];
  /**
   * The fields that the result must have, including unknown fields. Absent if nothing is returned, or if `items`,
   * `error` or `writes` says what to expect.
   */
  result?: unknown;
  /** The items of all pages, instead of `result`. */
  items?: unknown[];
  error?: ExpectedError;
  /** The rate limit that the client reports after the call. `resetIn` is in seconds. Null: unknown. */
  rateLimit?: { limit: number | null; remaining: number | null; resetIn: number | null };
}

export interface KitCase {
  name: string;
  /** Parts of the contract, such as `operation.createMemory`, `error.not_found`, `extension.etag`. */
  covers: string[];
  client: { baseUrl: string; token: string; maxRetries: number; maxWait: number };
  /** One client makes the calls, one after another. */
  calls: KitCall[];
}

export const token = 'cpk_kit_secret';

export const client: KitCase['client'] = { baseUrl: 'http://kit.test', token, maxRetries: 2, maxWait: 60 };

/** The client's clock at the start of a case, in Unix seconds. Only the client's waits advance the clock. */
export const beginsAt = 1_800_000_000;

export const bearer = { authorization: `Bearer ${token}` };
