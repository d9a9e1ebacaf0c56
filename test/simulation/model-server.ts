import { plainCore, type PlainCore } from '../support/plain-server/core.ts';
import type { Choices } from '../support/plain-server/choices.ts';

export interface ModelRequest {
  method: string;
  /** Below `/v1`, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export interface ModelResponse {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** A live memory on the server. `collection`: its name. */
export interface Truth {
  id: string;
  content: string;
  tags: string[];
  collection: string | null;
}

/** A server of the simulation: carries out each request at once. */
export interface ModelServer {
  respond(request: ModelRequest): ModelResponse;
  truth(): Truth[];
  backup(): unknown;
  restore(backup: unknown): void;
}

/** The plain server of the conformance tests, without HTTP. */
export class PlainModel implements ModelServer {
  readonly #core: PlainCore;

  readonly #pageMax: number;

  constructor(now: () => number, choices: Partial<Choices>, pageMax = 100) {
    this.#pageMax = pageMax;
    this.#core = plainCore('', { now }, choices, {
      isGood: () => true,
      newId: (kind) => `${kind}_${(++this.#ids).toString(36).padStart(6, '0')}`,
    });
  }

  #ids = 0;

  respond({ method, path, query, body }: ModelRequest): ModelResponse {
    if (path === '/memories' && method === 'GET')
      query.set('limit', String(Math.min(Number(query.get('limit') ?? 50), this.#pageMax)));
    const search = query.toString();
    return this.#core.respond({
      method,
      path: `/v1${path}${search === '' ? '' : `?${search}`}`,
      authorization: '',
      body: JSON.stringify(body),
    });
  }

  truth(): Truth[] {
    const { memories, collections } = this.#core.kept;
    return memories.map(({ id, content, tags, collection }) => ({
      id,
      content,
      tags,
      collection: collections.find((one) => one.id === collection)?.name ?? null,
    }));
  }

  backup(): unknown {
    return structuredClone(this.#core.kept);
  }

  restore(backup: unknown): void {
    Object.assign(this.#core.kept, structuredClone(backup));
  }
}
