import type { RequestEnvelope, ResponseEnvelope } from '../v1/envelope.ts';
import { Deadline } from './deadline.ts';
import { CommonplaceError, ConnectionFailed, errorClass, MalformedResponse } from './errors.ts';
import type { ErrorBody, ServiceError } from './errors.ts';
import type { CallInput, Operation, Shape } from './operations.ts';
import type { Transport } from './transport.ts';

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, also while it waits to retry; the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Extra request headers. */
  headers?: Record<string, string> | undefined;
  /** Receives every response, of every attempt and status. */
  onResponse?: ((response: ResponseEnvelope) => void) | undefined;
}

/**
 * Calls an operation. Resolves with the parsed body, or undefined if the operation has none. Rejects with a
 * CommonplaceError or the signal's reason.
 */
export type Call<Options extends CallOptions = CallOptions> = <Answer, Input extends CallInput>(
  operation: Operation<Answer, Input>,
  input: Input,
  options?: Options,
) => Promise<Answer>;

/** A request, ready to be sent. A retry sends it again. */
export interface Prepared {
  operation: Operation<unknown, never>;
  input: CallInput;
  request: RequestEnvelope;
  /** Without the query. */
  path: string;
}

/** Sends a request and resolves with a successful response; rejects if there is none. */
export type Send<Options extends CallOptions = CallOptions> = (
  prepared: Prepared,
  options: Options,
) => Promise<ResponseEnvelope>;

export interface CallSettings {
  token?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** Calls operations through `send`. */
export function callThrough<Options extends CallOptions>(
  send: Send<Options>,
  settings: CallSettings = {},
): Call<Options> {
  return async <Answer>(operation: Operation<Answer, never>, input: CallInput, options: Options = {} as Options) => {
    options.signal?.throwIfAborted();
    const prepared = prepare(operation, input, settings, options);
    const response = await send(prepared, options);
    const answer = parsed(response);
    // A body must be JSON even if the operation has no result. Otherwise, a Wi-Fi network's sign-in page would count as
    // a successful deletion.
    const wrong =
      answer === undefined && response.body ? notJson : operation.shape && misfit(answer, operation.shape, '');
    if (wrong !== undefined)
      throw new MalformedResponse(`The response to ${operation.method} ${prepared.path} ${wrong}.`);
    return (operation.shape && answer) as Answer;
  };
}

/** @throws CommonplaceError if the id is malformed */
export function prepare(
  operation: Operation<unknown, never>,
  input: CallInput,
  settings: CallSettings,
  options: CallOptions,
): Prepared {
  const path = operation.path.replace(':id', () => pathPart(input.id ?? ''));
  const body = input.body && JSON.stringify(input.body);
  const headers: Record<string, string> = { ...settings.headers, ...options.headers };
  if (settings.token !== undefined) headers['authorization'] = `Bearer ${settings.token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (input.ifVersion !== undefined) headers['if-match'] = `"${input.ifVersion}"`;
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;
  const request = {
    commonplace: 1 as const,
    method: operation.method,
    path: path + queryString(input.query),
    headers,
    ...(body !== undefined && { body }),
  };
  return { operation, input, request, path };
}

/** Sends each request once. */
export const sendOnce =
  (transport: Transport): Send =>
  async (prepared, options) => {
    const response = await attempt(transport, prepared, options);
    if (isSuccess(response)) return response;
    throw refusalOf(response, prepared);
  };

export const isSuccess = ({ status }: ResponseEnvelope) => status >= 200 && status < 300;

/**
 * One attempt. Resolves with a response of any status. `ms`: the time limit; `server`: the server's name in error
 * messages.
 */
export async function attempt(
  transport: Transport,
  { request, path }: Prepared,
  { signal, onResponse }: CallOptions,
  { ms, server }: { ms: number; server: string } = { ms: Infinity, server: 'Commonplace' },
): Promise<ResponseEnvelope> {
  const deadline = new Deadline(ms, signal);
  let response: ResponseEnvelope;
  try {
    response = await transport(request, { signal: deadline.signal });
  } catch (cause) {
    signal?.throwIfAborted();
    let failure = cause;
    if (deadline.hasPassed) failure = deadline.failure(server, cause);
    else if (!(cause instanceof CommonplaceError))
      failure = new ConnectionFailed(`Couldn't reach ${server}.`, { cause });
    if (failure instanceof ConnectionFailed) {
      failure.method = request.method;
      failure.path = path;
    }
    throw failure;
  } finally {
    deadline.end();
  }
  onResponse?.(response);
  return response;
}

/** The error for an unsuccessful response. */
export function refusalOf(response: ResponseEnvelope, { request, path }: Prepared, retryAfter?: number): ServiceError {
  const body = parsed(response) as ErrorBody | undefined;
  const Class = errorClass(body?.error?.code, response.status);
  const requestId = response.headers['x-request-id'];
  return new Class(response.status, body, { method: request.method, path, requestId, retryAfter });
}

/** Whether an id can be a segment of a URL's path. An empty id, `.` or `..` would lead to another path. */
export const isPathPart = (id: string): boolean => !/^\.{0,2}$/.test(id) && id.isWellFormed();

/** Encodes an id as a segment of a path. Throws if the id can't be a segment. */
function pathPart(id: string): string {
  if (!isPathPart(id)) throw new CommonplaceError(`${JSON.stringify(id)} is not an id.`);
  return encodeURIComponent(id);
}

/** The parsed body; undefined if there is none or it isn't JSON, such as a proxy's error page. */
export function parsed({ body }: ResponseEnvelope): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

const notJson = "isn't v1 JSON";

/**
 * Describes the first mismatch between a response and its shape, as the end of a sentence; undefined if there is none.
 */
function misfit(value: unknown, shape: Shape, field: string): string | undefined {
  if (typeof shape === 'string') return typeof value === 'string' ? undefined : `has no text in ${field}`;
  if (isList(shape)) {
    if (!Array.isArray(value)) return `has no list in ${field}`;
    return value.map((item) => misfit(item, shape[0], field)).find(Boolean);
  }
  if (typeof value !== 'object' || value === null) return field === '' ? notJson : `has no object in ${field}`;
  return Object.keys(shape)
    .map((name) => misfit((value as Record<string, unknown>)[name], shape[name]!, name))
    .find(Boolean);
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function queryString(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) if (item !== undefined) search.append(name, String(item));
  }
  const text = search.toString();
  return text && `?${text}`;
}
