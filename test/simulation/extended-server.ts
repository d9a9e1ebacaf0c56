import { fingerprintOf, fingerprintText, combine, noFingerprint } from '../../src/v1/fingerprint.ts';
import type { Memory } from '../../src/v1/schemas/memory.ts';
import { nameKey } from '../../src/v1/keys.ts';
import type { ModelRequest, ModelResponse, ModelServer, Truth } from './model-server.ts';

interface Kept {
  id: string;
  content: string;
  tags: string[];
  collection: string | null;
  url: string | null;
  title: string | null;
  capture: Memory['capture'];
  version: number;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
  seq: number;
}

interface State {
  memories: Map<string, Kept>;
  erased: Map<string, number>;
  collections: Map<string, { id: string; name: string; createdAt: string }>;
  answers: Map<string, { body: string; status: number; answer: unknown }>;
  seq: number;
  ids: number;
}

export const extensions =
  'v=1, delete, restore, idempotency-key, etag, collections-edit, address, capture, changes, digest';

/** A small v1 server with the extensions that sync uses. `restarts`: how often it went back to a backup. */
export class ExtendedServer implements ModelServer {
  readonly #now: () => number;
  readonly #pageMax: number;
  #state: State = {
    memories: new Map(),
    erased: new Map(),
    collections: new Map(),
    answers: new Map(),
    seq: 0,
    ids: 0,
  };

  constructor(now: () => number, pageMax = 100) {
    this.#now = now;
    this.#pageMax = pageMax;
  }

  respond({ method, path, query, headers, body }: ModelRequest): ModelResponse {
    const [, kind, id, action] = path.split('/');
    const key = method === 'POST' ? headers['idempotency-key'] : undefined;
    const slot = `${headers['authorization']} ${path} ${key}`;
    const first = key === undefined ? undefined : this.#state.answers.get(slot);
    if (first !== undefined)
      return first.body === JSON.stringify(body)
        ? { status: first.status, body: first.answer, headers: { 'idempotency-replayed': 'true' } }
        : refusal(409, 'conflict');
    const response = this.#route(method, kind ?? '', { id, action, query, headers, body });
    if (key !== undefined && response.status < 300)
      this.#state.answers.set(slot, {
        body: JSON.stringify(body),
        status: response.status,
        answer: response.body,
      });
    return response;
  }

  truth(): Truth[] {
    return [...this.#state.memories.values()]
      .filter(({ deletedAt }) => deletedAt === null)
      .map(({ id, content, tags, collection }) => ({
        id,
        content,
        tags,
        collection: this.#state.collections.get(collection ?? '')?.name ?? null,
      }));
  }

  backup(): unknown {
    return structuredClone(this.#state);
  }

  restore(backup: unknown): void {
    const { ids } = this.#state;
    this.#state = { ...(structuredClone(backup) as State), ids };
  }

  #route(
    method: string,
    kind: string,
    {
      id,
      action,
      query,
      headers,
      body,
    }: Omit<ModelRequest, 'method' | 'path'> & { id?: string | undefined; action?: string | undefined },
  ): ModelResponse {
    if (kind === 'changes') return this.#changes(query);
    if (kind === 'digest') return this.#digest();
    if (kind === 'collections') return this.#collections(method, id, body);
    if (kind !== 'memories') return refusal(404, 'not_found');
    if (id === undefined) return method === 'GET' ? this.#list(query) : this.#create(body);
    const memory = this.#state.memories.get(id);
    if (memory === undefined) return refusal(404, 'not_found');
    if (action === 'restore')
      return memory.deletedAt === null ? refusal(404, 'not_found') : this.#put({ ...memory, deletedAt: null });
    if (memory.deletedAt !== null) return refusal(404, 'not_found');
    if (method === 'GET') return shown(200, memory);
    const match = headers['if-match'];
    if (match !== undefined && match !== `"${memory.version}"`) return refusal(412, 'precondition_failed');
    if (method === 'DELETE') {
      this.#put({ ...memory, deletedAt: this.#time });
      return { status: 204, body: undefined, headers: {} };
    }
    const collection = this.#collectionOf(body['collection'], memory.collection);
    if (collection === undefined) return refusal(404, 'not_found');
    const changed = { ...memory, ...(body as Partial<Kept>), collection };
    return JSON.stringify(changed) === JSON.stringify(memory) ? shown(200, memory) : this.#put(changed);
  }

  get #time(): string {
    return new Date(this.#now()).toISOString();
  }

  #put(memory: Kept, status = 200): ModelResponse {
    const seq = ++this.#state.seq;
    const kept = { ...memory, seq, version: memory.version + 1, updatedAt: this.#time };
    this.#state.memories.set(kept.id, kept);
    return shown(status, kept);
  }

  #create(body: Record<string, unknown>): ModelResponse {
    const collection = this.#collectionOf(body['collection'], null);
    if (collection === undefined) return refusal(404, 'not_found');
    const { content, tags = [], url = null, title = null, capture = null } = body as Partial<Kept>;
    if (typeof content !== 'string' || content === '') return refusal(400, 'invalid_request');
    const id = `mem_${String(++this.#state.ids).padStart(26, '0')}`;
    const createdAt = this.#time;
    return this.#put(
      {
        id,
        content,
        tags,
        collection,
        url,
        title,
        capture,
        version: 0,
        createdAt,
        updatedAt: createdAt,
        deletedAt: null,
        seq: 0,
      },
      201,
    );
  }

  /** Undefined: there is none with this id or name. */
  #collectionOf(reference: unknown, present: string | null): string | null | undefined {
    if (reference === undefined) return present;
    if (reference === null) return null;
    for (const { id, name } of this.#state.collections.values())
      if (id === reference || nameKey(name) === nameKey(reference as string)) return id;
    return undefined;
  }

  #collections(method: string, id: string | undefined, body: Record<string, unknown>): ModelResponse {
    const { collections } = this.#state;
    if (method === 'GET')
      return {
        status: 200,
        body: { collections: [...collections.values()].map(counted), nextCursor: null },
        headers: {},
      };
    const name = String(body['name']).trim();
    const isTaken = [...collections.values()].some((one) => one.id !== id && nameKey(one.name) === nameKey(name));
    if (isTaken) return refusal(409, 'conflict');
    if (id !== undefined && !collections.has(id)) return refusal(404, 'not_found');
    const row = { id: id ?? `col_${String(++this.#state.ids).padStart(26, '0')}`, name, createdAt: this.#time };
    collections.set(row.id, row);
    return { status: id === undefined ? 201 : 200, body: counted(row), headers: {} };
  }

  #list(query: URLSearchParams): ModelResponse {
    const live = [...this.#state.memories.values()].filter(({ deletedAt }) => deletedAt === null);
    const sorted = live.sort((one, other) => (one.id < other.id ? 1 : -1));
    const cursor = query.get('cursor');
    const rest = cursor === null ? sorted : sorted.filter(({ id }) => id < cursor);
    const limit = Math.min(Number(query.get('limit') ?? 20), this.#pageMax);
    const memories = rest.slice(0, limit);
    const nextCursor = rest.length > limit ? memories.at(-1)!.id : null;
    return { status: 200, body: { memories: memories.map(bodyOf), nextCursor }, headers: {} };
  }

  #changes(query: URLSearchParams): ModelResponse {
    const { memories, erased, collections, seq } = this.#state;
    const [since = 0, known = ''] = JSON.parse(query.get('since') ?? '[]') as [number?, string?];
    if (since > seq) return refusal(410, 'not_found');
    const limit = Math.min(Number(query.get('limit') ?? 20), this.#pageMax);
    const changes = [
      ...[...memories.values()].map((memory) => ({ id: memory.id, seq: memory.seq, memory })),
      ...[...erased].map(([id, at]) => ({ id, seq: at, memory: undefined })),
    ]
      .filter((change) => change.seq > since)
      .sort((one, other) => one.seq - other.seq);
    const page = changes.slice(0, limit);
    const names = JSON.stringify([...collections.values()].map(({ id, name }) => [id, name]));
    return {
      status: 200,
      headers: {},
      body: {
        memories: page.flatMap(({ memory }) => (memory ? [bodyOf(memory)] : [])),
        erased: page.flatMap(({ id, memory }) => (memory ? [] : [id])),
        collections: names === known ? null : [...collections.values()].map(counted),
        since: JSON.stringify([page.at(-1)?.seq ?? since, names]),
        more: changes.length > limit,
      },
    };
  }

  #digest(): ModelResponse {
    const sum = noFingerprint();
    const live = [...this.#state.memories.values()].filter(({ deletedAt }) => deletedAt === null);
    for (const memory of live) combine(sum, fingerprintOf(memory));
    return { status: 200, body: { count: live.length, fingerprint: fingerprintText(sum), ranges: [] }, headers: {} };
  }
}

const counted = (row: { id: string; name: string; createdAt: string }) => ({
  ...row,
  updatedAt: row.createdAt,
  memoryCount: 0,
});

function bodyOf({ seq: _, deletedAt, ...memory }: Kept): object {
  return { ...memory, source: 'api:test', ...(deletedAt !== null && { deletedAt }) };
}

const shown = (status: number, memory: Kept): ModelResponse => ({
  status,
  body: bodyOf(memory),
  headers: { etag: `"${memory.version}"` },
});

const refusal = (status: number, code: string): ModelResponse => ({
  status,
  body: { error: { code, message: `It is ${code}.` } },
  headers: {},
});
