import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import type { Change } from '../../../src/service/ports/rows.ts';
import { migrate } from '../../../src/server/database/migrate.ts';
import { postgres } from '../../../src/server/database/postgres.ts';
import { postgresStore, storeMigrations } from '../../../src/store/postgres/index.ts';
import { longProofMs, sized } from '../../support/rounds.ts';
import { newDatabase } from '../../support/postgres/database.ts';
import { empty } from '../../support/postgres/stores.ts';
import { token } from '../../support/store-cases/rows.ts';

const processes = 8;

let url = '';
let drop: () => Promise<void>;
let database: SqlDatabase;

beforeAll(async () => {
  ({ url, drop } = await newDatabase());
  database = await postgres(url);
  await migrate(database, storeMigrations);
});
beforeEach(() => empty(database));
afterAll(async () => {
  await database.close();
  await drop();
});

/** Runs an action in all processes at once. Returns one array of results per process. */
function hammer(what: 'take' | 'line' | 'charge' | 'write', times: number, limit = 0): Promise<number[][]> {
  return Promise.all(
    Array.from({ length: processes }, async (_, index) => {
      const given = [url, what, times, limit, index * times].map(String);
      const child = spawn(process.execPath, [join(import.meta.dirname, '../../support/postgres/hammer.ts'), ...given], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      for await (const text of child.stdout.setEncoding('utf8')) output += text;
      return JSON.parse(output) as number[];
    }),
  );
}

const sum = (all: number[][]) => all.flat().reduce((one, other) => one + other, 0);

test(
  'a rate window shared by several processes allows exactly its limit',
  async () => {
    const calls = sized(10_000, 250);
    const limit = 4 * calls - 3;
    const allowed = await hammer('take', calls, limit);
    expect(allowed.flat()).toHaveLength(processes * calls);
    expect(sum(allowed)).toBe(limit);
  },
  longProofMs,
);

/** 50 child tokens, each limited to three requests. */
test.each([
  ['each child token', 1_000, 150],
  ['their parent token', 140, 140],
])(
  'nested rate windows allow exactly the limit of %s',
  async (_, limit, expected) => {
    const parent = token(1, { rateLimit: { requests: limit, seconds: 3600 } });
    await postgresStore(database).write('me', async (writer) => {
      for (let number = 0; number < 50; number++)
        await writer.putToken(token(2 + number, { id: `child ${number}`, ancestors: [parent] }));
    });
    expect(sum(await hammer('line', 100, limit))).toBe(expected);
    const [left] = await database.query('select count from rate_windows where subject = $1', ['parent']);
    expect(left).toEqual({ count: expected });
  },
  longProofMs,
);

test(
  'a plan allows exactly as many transactions as its limit',
  async () => {
    const calls = sized(1_000, 100);
    const limit = 4 * calls - 3;
    expect(sum(await hammer('charge', calls, limit))).toBe(limit);
    expect(await postgresStore(database).read('me', (reader) => reader.usage())).toMatchObject({ transactions: limit });
  },
  longProofMs,
);

test(
  'writers get sequence numbers without gaps, and followers miss no change',
  async () => {
    const writesEach = sized(1_000, 50);
    const store = postgresStore(database);
    const writing = hammer('write', writesEach);
    const followed: Change[] = [];
    while (followed.length < processes * writesEach)
      followed.push(...(await store.read('me', (reader) => reader.changes(followed.at(-1)?.row.seq ?? 0, 50))));
    const seqs = (await writing).flat();
    const all = Array.from({ length: processes * writesEach }, (_, index) => index + 1);
    expect(seqs.toSorted((one, other) => one - other)).toEqual(all);
    expect(followed.map(({ row }) => row.seq)).toEqual(all);
    const [usage, tags] = await store.read('me', async (reader) => [
      await reader.usage(),
      await reader.listTags({ prefix: 'all', limit: 1 }),
    ]);
    expect([usage.memories, tags]).toEqual([all.length, [{ key: 'all', tag: 'all', memoryCount: all.length }]]);
  },
  longProofMs,
);
