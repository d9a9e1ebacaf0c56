import type { Commonplace } from '../../client/package/commonplace.ts';
import { MalformedResponse, ServiceError } from '../../client/errors.ts';
import type { Clock } from '../../service/ports/clock.ts';
import { fitHere, unfitness } from '../../sync/fit.ts';
import { pagesOf } from '../../sync/pages.ts';
import { isCollection, type AnyMemory } from '../../sync/remote.ts';
import { stableId } from '../../transfer/stable-id.ts';
import { partsOf } from '../../transfer/text-parts.ts';
import { exportHeader } from '../../v1/export-header.ts';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import { validName } from '../../v1/schemas/collection.ts';
import { collectionId, memoryId, timeInput } from '../../v1/schemas/common.ts';
import { exportLine, type ExportLine } from '../../v1/schemas/export-line.ts';
import { fitSource } from '../../v1/schemas/memory.ts';
import { serverPages } from './server-pages.ts';

interface CopierParts {
  store: (lines: AsyncIterable<ExportLine>) => Promise<void>;
  clock: Clock;
  onChange: () => void;
}

/** Stores copies of what a server has. Only one copy may run at a time. */
export function serverCopier({ store, clock, onChange }: CopierParts) {
  let running: { count: number; stop: AbortController } | undefined;
  return {
    /** How many memories the copy has so far; undefined if no copy is being made. */
    get count(): number | undefined {
      return running?.count;
    },
    /** Copies a server. Rejects if the server can't be read, if its memories can't be stored, or after `stop`. */
    async copy(client: Commonplace): Promise<void> {
      const copy = (running = { count: 0, stop: new AbortController() });
      onChange();
      const at = new Date(clock.now()).toISOString();
      const onProgress = (count: number) => {
        copy.count = count;
        onChange();
      };
      try {
        const retrying = client.withOptions({ maxRetries: 5 });
        await store(exportOfServer(retrying, { at, signal: copy.stop.signal, onProgress }));
      } finally {
        running = undefined;
        onChange();
      }
    },
    stop: () => running?.stop.abort(),
  };
}

interface CopyOptions {
  /** ISO 8601; used for times that the server doesn't give. */
  at: string;
  signal: AbortSignal;
  onProgress: (count: number) => void;
}

/**
 * A server's memories and collections as the lines of an export, without the trash. An invalid id is replaced by an id
 * derived from it. A collection whose id isn't even a text gets an id derived from its name. A text that is too long
 * for a memory is split. A memory without text is left out.
 * @throws CommonplaceError
 */
export async function* exportOfServer(
  client: Commonplace,
  { at, signal, onProgress }: CopyOptions,
): AsyncGenerator<ExportLine> {
  const end = { users: 1, collections: 0, memories: 0 };
  const collections = new Collections(at);
  yield exportHeader;
  yield { user: { name: 'me', plan: 'unlimited' } };
  for (const collection of await collectionsOn(client, signal))
    yield* counted(collections.add(collection.name, collection));
  for await (const memories of serverPages(client, signal)) {
    for (const memory of memories) {
      const name = memory.collection;
      if (typeof name === 'string' && collections.idOf(name) === null) yield* counted(collections.add(name));
      yield* counted(linesOf(memory, typeof name === 'string' ? collections.idOf(name) : null, at));
    }
    onProgress(end.memories);
  }
  yield { end };

  function* counted(lines: ExportLine[]): Generator<ExportLine> {
    for (const line of lines) {
      if ('memory' in line) end.memories++;
      else end.collections++;
      yield line;
    }
  }
}

interface AnyCollection {
  id?: unknown;
  name: string;
  createdAt?: unknown;
  updatedAt?: unknown;
}

/** The server's collections, up to the first malformed page of the list; none if the token may not list them. */
async function collectionsOn(client: Commonplace, signal: AbortSignal): Promise<AnyCollection[]> {
  const found: AnyCollection[] = [];
  try {
    for await (const { collections } of pagesOf(client.collections.list({}, { signal })))
      for (const collection of collections) if (isCollection(collection)) found.push(collection);
  } catch (failure) {
    const isMalformed = failure instanceof MalformedResponse;
    if (!isMalformed && !(failure instanceof ServiceError && failure.status === 403)) throw failure;
  }
  return found;
}

/** The collections of the export. A memory may refer to its collection by id or by name. */
class Collections {
  readonly #at: string;
  readonly #ids = new Map<string, string>();

  constructor(at: string) {
    this.#at = at;
  }

  idOf(reference: string): string | null {
    return this.#ids.get(reference) ?? this.#ids.get(nameKey(reference)) ?? null;
  }

  /**
   * Returns the line of a new collection; nothing if the collection was added before or its name isn't valid in an
   * export.
   */
  add(given: string, { id, createdAt, updatedAt }: Partial<AnyCollection> = {}): ExportLine[] {
    const name = validName(given);
    const present = name === undefined ? null : this.idOf(name);
    if (name === undefined || present !== null) {
      if (present !== null && typeof id === 'string') this.#ids.set(id, present);
      return [];
    }
    const validId = collectionId.safeParse(id).data ?? stableId('col', 0, typeof id === 'string' ? id : name);
    for (const reference of [validId, nameKey(name), ...(typeof id === 'string' ? [id] : [])])
      this.#ids.set(reference, validId);
    const created = timeOf(createdAt, this.#at);
    return [{ collection: { id: validId, name, createdAt: created, updatedAt: timeOf(updatedAt, created) } }];
  }
}

const timeOf = (value: unknown, otherwise: string): string => timeInput.safeParse(value).data ?? otherwise;

function linesOf(memory: AnyMemory, collection: string | null, at: string): ExportLine[] {
  const { url = null, title = null, capture = null } = memory;
  const text = memory.content.toWellFormed().replaceAll('\u0000', '');
  const contents = unfitness(text) === null ? [text.trimEnd()] : partsOf(text, limits.contentBytes);
  const createdAt = timeOf(memory.createdAt, at);
  return contents.map((content, index) => {
    const { deleted: _, ...fields } = fitHere({
      content,
      tags: memory.tags,
      collection,
      url,
      title,
      capture,
      deleted: false,
    });
    const hasValidId = index === 0 && memoryId.safeParse(memory.id).success;
    const metadata = {
      id: hasValidId ? memory.id : stableId('mem', Date.parse(createdAt), memory.id, String(index)),
      source: fitSource(memory.source) ?? 'sync',
      version: memory.version ?? 1,
      createdAt,
      updatedAt: timeOf(memory.updatedAt, createdAt),
    };
    const origin = memory.origin && { origin: memory.origin };
    const parsedLine = exportLine.safeParse({ memory: { ...metadata, ...fields, ...origin } }).data;
    // On another kind of server, `capture`, `version` or `origin` may mean something else.
    return parsedLine ?? { memory: { ...metadata, ...fields, capture: null, version: 1 } };
  });
}
