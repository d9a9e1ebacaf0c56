import { IDBCursor, IDBIndex, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoreReader } from '../../../../src/service/ports/store.ts';
import type { LocalStore } from '../../../../src/store/local-store.ts';
import { undoChanges } from '../../../../src/service/undo-changes.ts';
import { FakeBrowser } from '../../../support/store-cases/fake-browser.ts';
import { Machine } from '../../../support/store-cases/machine.ts';
import { idOf, memory, noon, owner, token } from '../../../support/store-cases/rows.ts';

/** The number of rows and keys that IndexedDB has read: cursor steps, single gets, and results of getAll. */
let rowsRead: number;
/** The number of requests that read or write. */
let requests: number;

let store: LocalStore;

beforeAll(async () => {
  store = await filled(3000);
});

beforeEach(() => {
  rowsRead = 0;
  requests = 0;
  const count = <Class extends object>(
    prototype: Class,
    names: (keyof Class)[],
    rowsOf: (request: IDBRequest) => void,
  ) => {
    for (const name of names) {
      const method = prototype[name] as (...args: unknown[]) => IDBRequest;
      vi.spyOn(prototype, name as never).mockImplementation(function (this: Class, ...args: unknown[]) {
        requests++;
        const request = method.apply(this, args);
        rowsOf(request);
        return request;
      } as never);
    }
  };
  const countOne = () => {
    rowsRead++;
  };
  const countAll = (request: IDBRequest) => {
    request.addEventListener('success', () => {
      rowsRead += request.result.length;
    });
  };
  count(IDBCursor.prototype, ['continue', 'advance', 'continuePrimaryKey'], countOne);
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    count(prototype, ['get', 'getKey', 'openCursor', 'openKeyCursor'], countOne);
    count(prototype, ['getAll', 'getAllKeys'], countAll);
    // Each count() counts as infinitely many rows, because the browser may read many rows for it.
    count(prototype, ['count'], () => {
      rowsRead = Infinity;
    });
  }
  count(IDBObjectStore.prototype, ['put', 'add', 'delete'], () => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

const page = 20;

/** A store in which one memory in ten has the rare tag. Half of the memories with this tag are in the trash. */
async function filled(memories: number): Promise<LocalStore> {
  const store = new FakeBrowser().store();
  await store.write(owner, async (writer) => {
    for (let number = 0; number < memories; number++) {
      const common = {
        tags: ['all', `t${number % 50}`],
        collection: idOf('col', number % 4),
        url: 'https://example.org/',
        createdAt: new Date(1e12 + number).toISOString(),
      };
      await writer.putMemory(
        memory(
          number,
          number % 10 === 0 ? { ...common, tags: ['all', 'rare'], deletedAt: number % 20 === 0 ? noon : null } : common,
        ),
      );
    }
  });
  return store;
}

async function cost(work: (reader: StoreReader) => Promise<unknown[]>): Promise<number> {
  const before = rowsRead;
  const answer = await store.read(owner, work);
  expect(answer).toHaveLength(page);
  return rowsRead - before;
}

describe('reads only a few rows, even in a store of three thousand memories', () => {
  const middle = { createdAt: new Date(1e12 + 1500).toISOString(), id: idOf('mem', 1500) };
  const queries = {
    all: { deleted: false },
    'the trash': { deleted: true },
    'a tag': { deleted: false, tagKeys: ['all'] },
    'a collection': { deleted: false, collections: [idOf('col', 1)] },
    'a source': { deleted: false, source: 'popup' },
    'an address': { deleted: false, url: 'https://example.org/' },
    'after a time': { deleted: false, createdAfter: new Date(1e12 + 200).toISOString() },
    'before a time': { deleted: false, createdBefore: middle.createdAt },
    'a tag within a collection': { deleted: false, tagKeys: ['all'], collections: [idOf('col', 1)] },
    'the middle': { deleted: false, after: middle },
    'the middle of a tag': { deleted: false, tagKeys: ['all'], after: middle },
  };

  test('for a page with at most one filter, or with a tag within a collection', async () => {
    for (const [name, query] of Object.entries(queries)) {
      expect(await cost((reader) => reader.listMemories({ ...query, limit: page })), name).toBeLessThanOrEqual(
        2 * page + 2,
      );
    }
  });

  test('for a page of memories in several collections', async () => {
    const collections = [0, 1, 2, 3].map((number) => idOf('col', number));
    expect(
      await cost((reader) => reader.listMemories({ deleted: false, collections, limit: page })),
    ).toBeLessThanOrEqual(4 * page);
  });

  test('for a page of tags', async () => {
    expect(await cost((reader) => reader.listTags({ prefix: 't', limit: page }))).toBeLessThanOrEqual(2 * page + 2);
  });

  test('for usage, the numbers of live and trashed memories, and the size of a collection', async () => {
    const before = rowsRead;
    await store.read(owner, async (reader) => [
      await reader.usage(),
      await reader.countMemories(),
      await reader.countTrash(),
      await reader.collection(idOf('col', 1)),
    ]);
    expect(rowsRead - before).toBeLessThanOrEqual(6);
  });
});

test('with several filters, reads only the memories that pass the rarest filter', async () => {
  // Live memories with the rare tag: 150 of 2,850, each read by key and by row.
  const rare = await cost((reader) =>
    reader.listMemories({ deleted: false, tagKeys: ['all', 'rare'], source: 'popup', limit: page }),
  );
  expect(rare).toBeLessThanOrEqual(2 * 150 + 10);
  const readBefore = rowsRead;
  expect(
    await store.read(owner, (reader) =>
      reader.listMemories({ deleted: false, tagKeys: ['all', 'rare', 't1'], limit: page }),
    ),
  ).toEqual([]);
  // The rarest filter is now t1, with 60 memories.
  expect(rowsRead - readBefore).toBeLessThanOrEqual(2 * 60 + 10);
});

test('doesn’t count the rows when it opens a database that has a journal', async () => {
  const machine = new Machine();
  const filling = machine.run();
  await filling.store.write(owner, async (writer) => {
    for (let number = 1; number <= 30; number++) await writer.putMemory(memory(number));
  });
  await machine.settled(filling);
  await filling.store.close();
  rowsRead = 0;
  await machine.run().store.read(owner, (reader) => reader.lastSeq());
  expect(rowsRead).toBeLessThanOrEqual(20);
});

test('control: the measure detects a full scan', async () => {
  const before = rowsRead;
  await store.read(owner, (reader) =>
    reader.listMemories({ deleted: false, tagKeys: ['all'], source: 'page:none', limit: page }),
  );
  await store.read(owner, (reader) => reader.changes(0, 1000));
  expect(rowsRead - before).toBeGreaterThanOrEqual(1000);
});

test('saves a memory with few IndexedDB requests, and edits a memory’s text with even fewer', async () => {
  const row = memory(5000, { tags: ['all', 'new'], collection: idOf('col', 1), url: 'https://example.org/' });
  const before = requests;
  await store.write(owner, (writer) => writer.putMemory(row));
  // One request each to write the row, and to look for an earlier row and for a tombstone. Two requests each for the
  // counter and for the row's 8 counts.
  expect(requests - before).toBeLessThanOrEqual(5 + 2 * 8);
  const saved = requests;
  await store.write(owner, (writer) => writer.putMemory({ ...row, content: 'Changed', version: 2 }));
  expect(requests - saved).toBeLessThanOrEqual(4);
});

test('finds a token again without an IndexedDB request, until the token changes', async () => {
  await store.write(owner, (writer) => writer.putToken(token(1)));
  const lookUp = async () => {
    const before = requests;
    const { paused } = (await store.findToken(token(1).id))!;
    return { paused, requests: requests - before };
  };
  expect([await lookUp(), await lookUp()]).toEqual([
    { paused: false, requests: 1 },
    { paused: false, requests: 0 },
  ]);
  // This `findToken` begins before the write is complete, so it may return the old token. A later one must return the
  // new token.
  const [, early] = await Promise.all([
    store.write(owner, (writer) => writer.putToken({ ...token(1), paused: true })),
    store.findToken(token(1).id),
  ]);
  expect(early?.id).toBe(token(1).id);
  expect(await lookUp()).toMatchObject({ paused: true });
});

describe('many memories', () => {
  const idsOf = (numbers: number[]) => numbers.map((number) => idOf('mem', number));
  const every = (step: number, count: number) => Array.from({ length: count }, (_, index) => index * step);

  test.each([
    ['next to each other', every(1, 500).toReversed()],
    ['far apart', every(25, 120)],
  ])('are returned in the order of the requested ids: %s', async (_, numbers) => {
    const absent = idOf('mem', 99_999);
    const rows = await store.read(owner, (reader) => reader.memories([absent, ...idsOf(numbers)]));
    expect(rows.map(({ id }) => id)).toEqual(idsOf(numbers));
  });

  test('need few reads to be saved if they are new, as in an import', async () => {
    const before = rowsRead;
    const rows = every(1, 500).map((number) => memory(10_000 + number));
    await store.write(owner, (writer) => writer.putMemories(rows));
    expect(rowsRead - before).toBeLessThan(20);
  });

  test('need fewer than four requests each to leave a collection', async () => {
    const collection = idOf('col', 9);
    const rows = every(1, 300).map((number) => memory(20_000 + number, { collection }));
    await store.write(owner, (writer) => writer.putMemories(rows));
    const before = requests;
    await store.write(owner, (writer) => writer.emptyCollection(collection, noon));
    expect(requests - before).toBeLessThan(4 * rows.length);
  });

  test('need fewer than four requests each to be restored when a site’s changes are undone', async () => {
    const rows = every(1, 300).map((number) => memory(30_000 + number, { version: 2 }));
    const changes = rows.map((row) => ({ id: row.id, before: { ...row, version: 1, seq: 1 }, version: 2 }));
    await store.write(owner, (writer) => writer.putMemories(rows));
    const before = requests;
    const undone = await undoChanges({ store, clock: { now: () => Date.parse(noon) } }, owner, changes);
    expect(undone.changes).toHaveLength(rows.length);
    expect(requests - before).toBeLessThan(4 * rows.length);
  });
});
