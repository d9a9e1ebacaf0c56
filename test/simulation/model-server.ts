import type { RequestEnvelope } from '../../src/v1/envelope.ts';
import { versionPrefix } from '../../src/v1/operations.ts';
import { plainCore, type PlainCore } from '../support/plain-server/core.ts';
import type { Choices } from '../support/plain-server/choices.ts';

export interface ModelRequest {
  method: string;
  /** Below `/v1`, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** JSON text. */
  body: string | undefined;
}

export function modelRequest({ method, path, headers, body }: Omit<RequestEnvelope, 'commonplace'>): ModelRequest {
  const { pathname, searchParams } = new URL(path, 'http://model.invalid');
  return { method, path: pathname.slice(versionPrefix.length), query: searchParams, headers, body };
}

export interface ModelResponse {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/**
 * Called for each request. For a batch, called for each request in the batch instead. May return a response without
 * carrying out the request.
 */
export type Watch = (request: ModelRequest, carryOut: () => ModelResponse) => ModelResponse;

export const isAcceptedToken = (authorization: string | undefined): boolean =>
  /^Bearer (?:token|first|second|third)$/.test(authorization ?? '');

/** A memory on the server that isn't in its trash. `collection`: the name of its collection. */
export interface LiveMemory {
  id: string;
  content: string;
  tags: string[];
  collection: string | null;
}

/** A server of the simulation: carries out each request at once. */
export interface ModelServer {
  /** The `Memory-Extensions` header; undefined if the server sends none. */
  readonly extensions: string | undefined;
  respond(request: ModelRequest, watch?: Watch): ModelResponse;
  /** The names of the server's collections, by id; undefined if collections can't be renamed. */
  readonly collectionNames?: ReadonlyMap<string, string>;
  liveMemories(): LiveMemory[];
  /** A write by another client, without the limits of v1. Creates a memory unless `id` is the id of a stored memory. */
  put(memory: { id?: string; content: string; tags: string[] }): void;
  /** A deletion for good by another client. */
  erase(id: string): void;
  backup(): unknown;
  restore(backup: unknown): void;
}

/** The plain server of the conformance tests, without HTTP. */
export class PlainModel implements ModelServer {
  readonly extensions = undefined;
  readonly #core: PlainCore;
  readonly #pageMax: number;
  readonly #now: () => number;

  constructor(now: () => number, choices: Partial<Choices>, pageMax = 100) {
    this.#pageMax = pageMax;
    this.#now = now;
    this.#core = plainCore('', { now }, choices, {
      isAuthorized: isAcceptedToken,
      newId: (kind) => this.#newId(kind),
    });
  }

  #ids = 0;

  #newId(kind: 'mem' | 'col'): string {
    return `${kind}_${(++this.#ids).toString(36).padStart(6, '0')}`;
  }

  respond(request: ModelRequest, watch: Watch = (_, carryOut) => carryOut()): ModelResponse {
    return watch(request, () => this.#carryOut(request));
  }

  #carryOut({ method, path, query, headers, body = '' }: ModelRequest): ModelResponse {
    if (path === '/memories' && method === 'GET')
      query.set('limit', String(Math.min(Number(query.get('limit') ?? 50), this.#pageMax)));
    const search = query.toString();
    return this.#core.respond({
      method,
      path: `${versionPrefix}${path}${search === '' ? '' : `?${search}`}`,
      authorization: headers['authorization'],
      body,
    });
  }

  liveMemories(): LiveMemory[] {
    const { memories, collections } = this.#core.kept;
    return memories.map(({ id, content, tags, collection }) => ({
      id,
      content,
      tags,
      collection: collections.find((one) => one.id === collection)?.name ?? null,
    }));
  }

  put({ id, content, tags }: Parameters<ModelServer['put']>[0]): void {
    const { memories } = this.#core.kept;
    const updatedAt = new Date(this.#now()).toISOString();
    const index = memories.findIndex((memory) => memory.id === id);
    if (index !== -1) memories[index] = { ...memories[index]!, content, tags, updatedAt };
    else memories.push({ id: this.#newId('mem'), content, tags, source: 'api', createdAt: updatedAt, updatedAt });
  }

  erase(id: string): void {
    const { memories } = this.#core.kept;
    this.#core.kept.memories = memories.filter((memory) => memory.id !== id);
  }

  backup(): unknown {
    return structuredClone(this.#core.kept);
  }

  restore(backup: unknown): void {
    Object.assign(this.#core.kept, structuredClone(backup));
  }
}
