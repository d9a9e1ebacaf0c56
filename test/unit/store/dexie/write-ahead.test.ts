import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WriteAhead, type OpenFile } from '../../../../src/store/dexie/write-ahead.ts';
import { InMemoryFile } from '../../../support/in-memory-file.ts';

let file: InMemoryFile;
/** The rows in the database, by number. */
let rows: Map<number, string>;
/** The row numbers of each write. */
let writes: number[][];
/** Awaited before each write to the database. If rejected, the database can't be written. */
let database: Promise<void>;

interface Row {
  n: number;
  text: string;
}

const row = (n: number, text = `row ${n}`): Row => ({ n, text });

beforeEach(() => {
  vi.useFakeTimers();
  file = new InMemoryFile();
  rows = new Map();
  writes = [];
  database = Promise.resolve();
});

afterEach(() => {
  vi.useRealTimers();
});

/** One run of the engine; `mayWrite` throws once the engine is killed. */
function start({ openFile = file.openFile, mayWrite = () => {} }: { openFile?: OpenFile; mayWrite?: () => void } = {}) {
  return new WriteAhead<Row>({
    openFile,
    apply: async (records) => {
      await database;
      mayWrite();
      writes.push(records.map(({ n }) => n));
      for (const { n, text } of records) rows.set(n, text);
    },
  });
}

const fail = () => {
  database = Promise.reject(new Error('The database can’t be reached.'));
  database.catch(() => {});
};

describe('a write-ahead log with a file', () => {
  test('returns before the database is written, and writes several records to the database together', async () => {
    const ahead = start();
    for (const n of [1, 2, 3]) await ahead.add(row(n));
    expect(writes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writes).toEqual([[1, 2, 3]]);
    expect(file.bytes.length).toBe(0);
  });

  test('after a kill, writes the missing records to the database, in order', async () => {
    const killed = start();
    for (const n of [1, 2]) await killed.add(row(n));
    await killed.add(row(1, 'again'));
    const next = start();
    await next.settle();
    expect([...rows]).toEqual([
      [1, 'again'],
      [2, 'row 2'],
    ]);
    expect(file.bytes.length).toBe(0);
  });

  test('loses no added record, whenever the engine is killed', async () => {
    for (let killAt = 1; ; killAt++) {
      file = new InMemoryFile();
      rows = new Map();
      let steps = 0;
      const step = () => {
        if (++steps >= killAt) throw new Error('killed');
      };
      file.onChange = step;
      const killed = start({ mayWrite: step });
      const added: number[] = [];
      for (const n of [1, 2, 3, 4, 5, 6]) {
        await killed.add(row(n)).then(
          () => added.push(n),
          () => {},
        );
        if (n % 2 === 0) await killed.settle().catch(() => {});
      }
      const isDone = steps < killAt;
      file.onChange = () => {};
      await start().settle();
      expect([...rows.keys()]).toEqual(expect.arrayContaining(added));
      if (isDone) return expect([added.length, killAt > 10]).toEqual([6, true]);
    }
  });

  test('drops a record that a kill cut off, and keeps earlier and later records', async () => {
    const killed = start();
    await killed.add(row(1));
    const whole = file.bytes.length;
    await killed.add(row(2));
    file.bytes = file.bytes.slice(0, -3);
    const next = start();
    await next.add(row(3));
    expect(file.bytes.length).toBe(2 * whole);
    await start().settle();
    expect([...rows.keys()]).toEqual([1, 3]);
  });

  test('keeps records that are added while the database can’t be reached, and writes them later', async () => {
    fail();
    const ahead = start();
    await ahead.add(row(1));
    await expect(ahead.settle()).rejects.toThrow('can’t be reached');
    await ahead.add(row(2));
    database = Promise.resolve();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([...rows.keys()]).toEqual([1, 2]);
  });

  test('doesn’t write a record twice after the file was emptied', async () => {
    const ahead = start();
    await ahead.add(row(1));
    await ahead.empty();
    rows.clear();
    await start().settle();
    expect(rows.size).toBe(0);
  });

  test('makes new records wait while the file is emptied', async () => {
    const ahead = start();
    await ahead.add(row(1));
    const emptied = ahead.empty().then(() => file.bytes.length);
    const added = ahead.add(row(2));
    expect(await emptied).toBe(0);
    await added;
    expect(file.bytes.length).toBeGreaterThan(0);
  });

  test('empties the file before it gets long', async () => {
    const ahead = start();
    const long = 'x'.repeat(100_000);
    for (let n = 0; n < 50; n++) await ahead.add(row(n, long));
    expect(file.bytes.length).toBeLessThan(1_300_000);
    await ahead.settle();
    expect(rows.size).toBe(50);
  });

  test('writes to the database at once while the disk is full', async () => {
    const ahead = start();
    await ahead.add(row(1));
    file.capacity = file.bytes.length + 10;
    await ahead.add(row(2));
    expect([...rows.keys()]).toEqual([1, 2]);
    file.capacity = Infinity;
    await ahead.add(row(3));
    await start().settle();
    expect([...rows.keys()]).toEqual([1, 2, 3]);
  });

  test('closes its file when closed, even if the file is still being opened', async () => {
    const ahead = start();
    const added = ahead.add(row(1));
    ahead.close();
    await added;
    expect(file.open).toBe(0);
    await start().settle();
    expect(rows.size).toBe(1);
  });
});

describe.each([
  ['a write-ahead log without a file', async () => undefined],
  [
    'a write-ahead log with a file that can’t be opened',
    () => Promise.reject(new DOMException('In use', 'NoModificationAllowedError')),
  ],
])('%s', (_, openFile) => {
  test('returns once the database is written', async () => {
    const ahead = start({ openFile });
    await ahead.add(row(1));
    expect([...rows.keys()]).toEqual([1]);
  });

  test('combines records that are added during another write', async () => {
    const ahead = start({ openFile });
    await Promise.all([1, 2, 3, 4].map((n) => ahead.add(row(n))));
    expect(writes.length).toBeLessThanOrEqual(2);
    expect(rows.size).toBe(4);
  });

  test('drops a record that couldn’t be written', async () => {
    fail();
    const ahead = start({ openFile });
    await expect(ahead.add(row(1))).rejects.toThrow('can’t be reached');
    database = Promise.resolve();
    await ahead.add(row(2));
    expect([...rows.keys()]).toEqual([2]);
  });
});
