import { notFound, Problem } from '../../src/service/problem.ts';
import { nameKey } from '../../src/v1/keys.ts';
import { limits } from '../../src/v1/limits.ts';
import type { OperationName } from '../../src/v1/operations.ts';
import type { Collection } from '../../src/v1/schemas/collection.ts';
import { collectionIdPattern } from '../../src/v1/schemas/common.ts';
import type { OperationInput } from '../../src/v1/schemas/operations.ts';
import {
  responseOf,
  memoryOf,
  positionIn,
  requireMatch,
  memoryResponse,
  summaryOf,
  tooOld,
  type StoredMemory,
  type ModelOperation,
} from './extended-answers.ts';
import { pageOf, type ListName, type PageQuery } from './extended-pages.ts';
import { search } from './extended-search.ts';
import type { ModelResponse, LiveMemory } from './model-server.ts';

type CollectionRow = Omit<Collection, 'memoryCount'>;

interface State {
  memories: Map<string, StoredMemory>;
  erased: Map<string, { seq: number; at: number }>;
  collections: Map<string, CollectionRow>;
  /** The first request with each idempotency key and its response, by token, path and key. */
  answers: Map<string, { body: string; response: ModelResponse }>;
  seq: number;
  ids: number;
  /** The seq of the last deletion that the feed no longer has. */
  dropped: number;
}

type Operations = {
  [N in OperationName]?: (input: OperationInput<N>, headers: Record<string, string>) => ModelResponse;
};

const changesMs = limits.changesDays * 24 * 3_600_000;

export class ExtendedOperations {
  readonly #now: () => number;
  readonly #pageMax: number;
  state: State = {
    memories: new Map(),
    erased: new Map(),
    collections: new Map(),
    answers: new Map(),
    seq: 0,
    ids: 0,
    dropped: 0,
  };

  constructor(now: () => number, pageMax: number) {
    this.#now = now;
    this.#pageMax = pageMax;
  }

  carryOut<N extends ModelOperation>(
    name: N,
    input: OperationInput<N>,
    headers: Record<string, string>,
  ): ModelResponse {
    return (this.#operations[name] as NonNullable<Operations[N]>)(input, headers);
  }

  /**
   * Carries out the first request with a key. Repeats get the same response, or 404 if their memory is gone. With
   * another body, a repeat is a conflict.
   */
  once(slot: string, body: string, work: () => ModelResponse): ModelResponse {
    const { answers, memories } = this.state;
    const first = answers.get(slot);
    if (first === undefined) {
      const response = work();
      answers.set(slot, { body, response });
      return response;
    }
    if (first.body !== body) throw new Problem('conflict', 'This key was used with another body.');
    const { id } = first.response.body as { id: string };
    if (id.startsWith('mem_') && !memories.has(id)) throw notFound();
    return { ...first.response, headers: { ...first.response.headers, 'idempotency-replayed': 'true' } };
  }

  /** Writes a memory without validation. Creates a new one if there is none with this id. */
  putUnchecked({ id = '', content, tags }: { id?: string; content: string; tags: string[] }): void {
    const bare = { collection: null, url: null, title: null, capture: null };
    this.#put({ ...(this.state.memories.get(id) ?? this.#newMemory({ ...bare, content, tags })), content, tags });
  }

  erase(id: string): void {
    this.state.memories.delete(id);
    this.state.erased.set(id, { seq: ++this.state.seq, at: this.#now() });
  }

  liveMemories(): LiveMemory[] {
    return this.#live().map(({ id, content, tags, collection }) => ({
      id,
      content,
      tags,
      collection: this.state.collections.get(collection ?? '')?.name ?? null,
    }));
  }

  readonly #operations: { [N in ModelOperation]: NonNullable<Operations[N]> } = {
    listMemories: ({ query }) => this.#memoryPage('listMemories', this.#live(), query),
    listCollectionMemories: ({ params, query }) => {
      const { id } = this.#collection(params.id);
      const members = this.#live().filter(({ collection }) => collection === id);
      return this.#memoryPage('listCollectionMemories', members, query);
    },
    createMemory: ({ body }) => {
      const collection = this.#collectionOf(body.collection, null);
      const { content, tags = [], url = null, title = null, capture = null } = body;
      return this.#put(this.#newMemory({ content, tags, collection, url, title, capture }), 201);
    },
    searchMemories: ({ body }) => {
      const { query, limit, filters: { collection, tags = [] } = {} } = body;
      if (query === undefined) throw new Problem('unavailable', 'There is no model.');
      const within = this.#collectionOf(collection, undefined);
      const searched = this.#live().filter(
        (memory) =>
          (within === undefined || memory.collection === within) &&
          tags.every((tag) => memory.tags.some((other) => nameKey(other) === nameKey(tag))),
      );
      const memories = search(searched.map(memoryOf), query).slice(0, limit);
      return responseOf(200, { memories, mode: 'keyword', coverage: 0 });
    },
    readMemory: ({ params }) => memoryResponse(200, this.#memory(params.id, 'live')),
    updateMemory: ({ params, body }, headers) => {
      const memory = this.#memory(params.id, 'live');
      requireMatch(headers, memory);
      const collection = this.#collectionOf(body.collection, memory.collection);
      const { content = memory.content, tags = memory.tags } = body;
      const { url = memory.url, title = memory.title, capture = memory.capture } = body;
      const changed = { ...memory, content, tags, collection, url, title, capture };
      return JSON.stringify(changed) === JSON.stringify(memory) ? memoryResponse(200, memory) : this.#put(changed);
    },
    deleteMemory: ({ params, query }, headers) => {
      const memory = this.#memory(params.id, query.permanent === true ? 'any' : 'live');
      requireMatch(headers, memory);
      if (query.permanent === true) this.erase(memory.id);
      else this.#put({ ...memory, deletedAt: this.#time });
      return responseOf(204);
    },
    restoreMemory: ({ params }) => this.#put({ ...this.#memory(params.id, 'trash'), deletedAt: null }),
    listCollections: ({ query }) => {
      const sorted = [...this.state.collections.values()].sort((one, other) =>
        nameKey(one.name) < nameKey(other.name) ? -1 : 1,
      );
      const { items, nextCursor } = pageOf(
        'listCollections',
        sorted,
        ({ name }) => nameKey(name),
        query,
        this.#pageMax,
      );
      return responseOf(200, { collections: items.map(this.#counted), nextCursor });
    },
    createCollection: ({ body: { name } }) => {
      this.#requireFree(name);
      const [id, createdAt] = [this.#newId('col'), this.#time];
      return this.#putCollection({ id, name, createdAt, updatedAt: createdAt }, 201);
    },
    updateCollection: ({ params, body: { name } }) => {
      const row = this.#collection(params.id);
      this.#requireFree(name, row.id);
      return row.name === name
        ? responseOf(200, this.#counted(row))
        : this.#putCollection({ ...row, name, updatedAt: this.#time }, 200);
    },
    deleteCollection: ({ params }) => {
      const { id } = this.#collection(params.id);
      for (const memory of this.state.memories.values())
        if (memory.collection === id) this.#put({ ...memory, collection: null });
      this.state.collections.delete(id);
      return responseOf(204);
    },
    listChanges: ({ query }) => this.#changes(query),
    readDigest: ({ query: { after = '', through, parts } }) => {
      const all = this.#live()
        .filter(({ id }) => id > after && (through === undefined || id <= through))
        .sort((one, other) => (one.id < other.id ? -1 : 1));
      const size = Math.max(1, Math.ceil(all.length / parts));
      const ranges = Array.from({ length: Math.ceil(all.length / size) }, (_, part) => {
        const range = all.slice(part * size, (part + 1) * size);
        return { through: range.at(-1)!.id, ...summaryOf(range) };
      });
      return responseOf(200, { ...summaryOf(all), ranges });
    },
  };

  get #time(): string {
    return new Date(this.#now()).toISOString();
  }

  #newId(kind: 'mem' | 'col'): string {
    return `${kind}_${String(++this.state.ids).padStart(26, '0')}`;
  }

  #newMemory(
    fields: Pick<StoredMemory, 'content' | 'tags' | 'collection' | 'url' | 'title' | 'capture'>,
  ): StoredMemory {
    const [id, createdAt] = [this.#newId('mem'), this.#time];
    const times = { createdAt, updatedAt: createdAt, deletedAt: null };
    return { ...fields, ...times, id, source: 'api:test', version: 0, seq: 0 };
  }

  #live(): StoredMemory[] {
    return [...this.state.memories.values()].filter(({ deletedAt }) => deletedAt === null);
  }

  #memory(id: string, where: 'live' | 'trash' | 'any'): StoredMemory {
    const memory = this.state.memories.get(id);
    if (memory === undefined) throw notFound();
    if (where !== 'any' && (memory.deletedAt === null) !== (where === 'live')) throw notFound();
    return memory;
  }

  #put(memory: StoredMemory, status = 200): ModelResponse {
    const updatedAt = memory.version === 0 ? memory.createdAt : this.#time;
    const kept = { ...memory, seq: ++this.state.seq, version: memory.version + 1, updatedAt };
    this.state.memories.set(kept.id, kept);
    return memoryResponse(status, kept);
  }

  #collection(id: string): CollectionRow {
    const row = this.state.collections.get(id);
    if (row === undefined) throw notFound();
    return row;
  }

  #putCollection(row: CollectionRow, status: number): ModelResponse {
    this.state.collections.set(row.id, row);
    return responseOf(status, this.#counted(row), status === 201 ? { location: `/v1/collections/${row.id}` } : {});
  }

  #requireFree(name: string, own?: string): void {
    const isTaken = ({ id, name: other }: CollectionRow) => id !== own && nameKey(other) === nameKey(name);
    if ([...this.state.collections.values()].some(isTaken)) throw new Problem('conflict', 'This name is taken.');
  }

  /** The id of the collection that a request names by id or name. Null stays null, and undefined becomes `none`. */
  #collectionOf<None>(reference: string | null | undefined, none: None): string | null | None {
    if (reference === undefined) return none;
    if (reference === null) return null;
    if (collectionIdPattern.test(reference)) return this.#collection(reference).id;
    const isNamed = ({ name }: CollectionRow) => nameKey(name) === nameKey(reference);
    const row = [...this.state.collections.values()].find(isNamed);
    if (row === undefined) throw notFound();
    return row.id;
  }

  readonly #counted = (row: CollectionRow): Collection => ({
    ...row,
    memoryCount: this.#live().filter(({ collection }) => collection === row.id).length,
  });

  #memoryPage(list: ListName, memories: StoredMemory[], query: PageQuery): ModelResponse {
    const sorted = memories.sort((one, other) => (one.id < other.id ? 1 : -1));
    const { items, nextCursor } = pageOf(list, sorted, ({ id }) => id, query, this.#pageMax);
    return responseOf(200, { memories: items.map(memoryOf), nextCursor });
  }

  #changes({ limit, since }: { limit: number; since?: string | undefined }): ModelResponse {
    const { memories, erased, collections, seq } = this.state;
    for (const [id, { seq: erasedSeq, at: time }] of erased)
      if (time + changesMs < this.#now()) {
        erased.delete(id);
        this.state.dropped = Math.max(this.state.dropped, erasedSeq);
      }
    const { dropped } = this.state;
    // A reader that began after the drop may go on: it never read the memories whose deletion was dropped.
    const [from, known, start = 0] = since === undefined ? ([0, '', dropped] as const) : positionIn(since);
    if (from > seq || (from < dropped && start < dropped)) throw tooOld();
    // A change with `memory` is a write; one without is a deletion for good.
    const changes = [
      ...Array.from(memories.values(), (memory) => ({ id: memory.id, seq: memory.seq, memory })),
      ...Array.from(erased, ([id, one]) => ({ id, seq: one.seq, memory: undefined })),
    ]
      .filter((change) => change.seq > from)
      .sort((one, other) => one.seq - other.seq);
    const size = Math.min(limit, this.#pageMax);
    const page = changes.slice(0, size);
    const rows = [...collections.values()];
    const present = JSON.stringify(rows.map(({ id, name }) => [id, name]));
    return responseOf(200, {
      memories: page.flatMap(({ memory }) => (memory ? [memoryOf(memory)] : [])),
      erased: page.flatMap(({ id, memory }) => (memory ? [] : [id])),
      collections: present === known ? null : rows.map(this.#counted),
      since: JSON.stringify([page.at(-1)?.seq ?? from, present, ...(dropped > 0 ? [dropped] : [])]),
      more: changes.length > size,
    });
  }
}
