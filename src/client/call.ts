import type { ResponseEnvelope } from '../v1/envelope.ts';
import { operations, versionPrefix, type OperationName } from '../v1/operations.ts';
import type { ErrorAnswer } from '../v1/schemas/error.ts';
import type { OperationAnswer } from '../v1/schemas/operations.ts';
import { CommonplaceError, ConnectionError, ServiceError } from './errors.ts';
import type { Transport } from './transport.ts';

export interface CallOptions {
  signal?: AbortSignal;
}

export interface CallInput {
  params?: { id: string };
  query?: object;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls an operation by its name in the table; returns the parsed body, or throws a CommonplaceError. */
export type Call = <N extends OperationName>(
  name: N,
  input?: CallInput,
  options?: CallOptions,
) => Promise<OperationAnswer<N>>;

export function callOver(transport: Transport, token?: string): Call {
  return async <N extends OperationName>(name: N, input: CallInput = {}, options: CallOptions = {}) => {
    const { method, path } = operations[name];
    const filled = path.replace(':id', () => pathPart(input.params?.id ?? ''));
    const headers: Record<string, string> = { ...input.headers };
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    const answer = await transport(
      {
        commonplace: 1,
        method,
        path: versionPrefix + filled + queryString(input.query),
        headers,
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      },
      { signal: options.signal },
    ).catch((cause: unknown) => {
      options.signal?.throwIfAborted();
      throw cause instanceof CommonplaceError ? cause : new ConnectionError("Couldn't reach Commonplace.", { cause });
    });
    if (answer.status < 200 || answer.status > 299) throw new ServiceError(answer.status, errorIn(answer));
    return bodyOf(answer) as OperationAnswer<N>;
  };
}

/** Throws for an id of dots: in a URL, `..` means the parent path, so a request for one collection would reach all memories. */
function pathPart(id: string): string {
  if (/^\.{0,2}$/.test(id) || !id.isWellFormed()) throw new CommonplaceError(`${JSON.stringify(id)} is not an id.`);
  return encodeURIComponent(id);
}

/** The error in the body, if it is JSON: a proxy's response may not be. */
function errorIn({ body }: ResponseEnvelope): Partial<ErrorAnswer> | undefined {
  try {
    return JSON.parse(body ?? '') as Partial<ErrorAnswer>;
  } catch {
    return undefined;
  }
}

function bodyOf(answer: ResponseEnvelope): unknown {
  if (answer.body === undefined || answer.body === '') return undefined;
  try {
    return JSON.parse(answer.body);
  } catch (cause) {
    throw new ConnectionError("The response wasn't JSON.", { cause });
  }
}

function queryString(query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) search.append(name, String(item));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
