import type { z } from 'zod';
import { limits } from '../v1/limits.ts';
import { bodyBytesOf, type OperationName } from '../v1/operations.ts';
import { readQuery } from '../v1/schemas/query.ts';
import { schemas, type OperationInput } from '../v1/schemas/operations.ts';
import type { ErrorDetail } from '../v1/schemas/error.ts';
import { invalid, invalidRequest, Problem } from './problem.ts';
import { sentenceOf } from './sentences.ts';

/**
 * Validates and normalises a request by the schemas of its operation.
 *
 * @param batch Set if the request is part of a batch; its body is then parsed already.
 */
export async function readInput<N extends OperationName>(
  name: N,
  request: Request,
  params: Record<string, string>,
  batch?: { body: unknown },
): Promise<OperationInput<N>> {
  const search = new URL(request.url).searchParams;
  const body =
    batch === undefined
      ? parseBody(await readBytes(request, bodyBytesOf(name)), request.headers.get('content-type'))
      : batch.body;
  return inputOf(name, { params, search, body });
}

/** Validates and normalises the parts of a request. */
export function inputOf<N extends OperationName>(
  name: N,
  { params, search, body }: { params: Record<string, string>; search: URLSearchParams; body: unknown },
): OperationInput<N> {
  const schema = schemas[name];
  if (search.size > limits.parameters) throw invalid('query', `must have at most ${limits.parameters} parameters`);
  const query = readQuery(search, schema.query);
  if (schema.body !== null && body === undefined) throw invalid('', 'is required');
  return {
    params: check(schema.params, params),
    query: check(schema.query, query),
    body: schema.body === null ? refuseBody(body) : check(schema.body, body),
  } as OperationInput<N>;
}

/** An operation without a body accepts an empty object. */
function refuseBody(body: unknown): undefined {
  const isEmptyObject =
    typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
  if (body !== undefined && !isEmptyObject) throw invalid('', 'must be left out');
}

function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: sentenceOf });
  if (result.success) return result.data;
  throw invalidRequest(result.error.issues.flatMap(detailsOf).slice(0, limits.errorDetails));
}

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: path === '' ? key : `${path}.${key}`, message: 'is unknown' }));
}

/** The parsed JSON body; undefined if there is none. */
export function parseBody(bytes: Uint8Array, contentType: string | null): unknown {
  if (bytes.length === 0) return undefined;
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')) {
    throw new Problem('unsupported_media_type', 'The body must be JSON, with the content type application/json.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('', 'must be valid JSON');
  }
}

/** Methods whose `Request` never has a body. Trying to read one would be slow on the server. */
const bodiless = new Set(['GET', 'HEAD']);

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (bodiless.has(request.method)) return new Uint8Array();
  const contentLength = request.headers.get('content-length');
  requireBodySize(Number(contentLength ?? 0), maxBytes);
  try {
    // A body without a content length is read as a stream, so that reading can stop at the limit. A content length was
    // checked above, and the body can't exceed it. In Firefox, a request has no stream for its body.
    const stream = contentLength === null ? (request.body ?? null) : null;
    return stream === null ? await readWhole(request, maxBytes) : await readStream(stream, maxBytes);
  } catch (thrown) {
    throw thrown instanceof Problem ? thrown : invalid('', 'must arrive completely');
  }
}

/** @throws Problem `payload_too_large` */
export function requireBodySize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new Problem('payload_too_large', `The body must be at most ${maxBytes} bytes.`);
}

async function readWhole(request: Request, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  requireBodySize(bytes.length, maxBytes);
  return bytes;
}

async function readStream(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    requireBodySize(length, maxBytes);
    parts.push(part);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
