import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { postgresVectors } from '../../../src/search/postgres/vector/vector-index.ts';
import { postgres } from '../../../src/server/database/postgres.ts';
import { feedsOf } from '../../../src/service/search/feed.ts';
import { postgresStore } from '../../../src/store/postgres/index.ts';
import { addUser } from '../../../src/store/postgres/users.ts';
import { until } from '../../../scripts/browsers/index.ts';
import { newMigratedDatabase } from '../../support/postgres/database.ts';
import { randomFrom } from '../../../scripts/random.ts';
import { passagesOf } from '../../unit/search/vector/fixtures.ts';
import { memoryRow } from './memory-row.ts';
import { testModel } from './test-model.ts';

const script = `${import.meta.dirname}/indexing-process.ts`;
const processes = 4;
const kills = 6;
const claimMs = 2_000;
const owners = ['ann', 'bob', 'cy'];
const memories = 2_000;
const wordsOf = (number: number) =>
  Array.from({ length: 1 + (number % 9) }, (_, word) => `word${number}x${word}`).join(' ');

test('four processes, some of them killed, index each of 2,000 memories exactly once and embed few texts twice', async () => {
  const { url, drop } = await newMigratedDatabase();
  const database = await postgres(url);
  onTestFinished(() => database.close().then(drop));
  const store = postgresStore(database);
  for (const owner of owners) await addUser(database, owner, 0);
  for (const owner of owners) {
    await store.write(owner, async (writer) => {
      for (let number = 0; number < memories; number++)
        if (owners[number % owners.length] === owner)
          await writer.putMemory(memoryRow(idOf(number), wordsOf(number), Date.UTC(2026, 0, 1) + number));
    });
  }

  const read: string[] = [];
  const running = new Set<ChildProcess>();
  const start = () => {
    const child = spawn(process.execPath, [script, url, String(claimMs)], { stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface(child.stdout).on('line', (line) => read.push(JSON.parse(line) as string));
    running.add(child);
  };
  onTestFinished(() => running.forEach((child) => child.kill('SIGKILL')));
  const random = randomFrom(8);
  for (let count = 0; count < processes; count++) start();
  for (let killed = 1; killed <= kills; killed++) {
    await until('more texts to be indexed', () => read.length >= (killed * memories) / (2 * kills));
    const victim = [...running][Math.floor(random() * running.size)]!;
    running.delete(victim);
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    start();
  }

  const coverages = () =>
    Promise.all(owners.map(async (owner) => postgresVectors(database, testModel)(owner).coverage({})));
  await until(
    'all memories to be indexed',
    async () => (await coverages()).every(({ indexed, total }) => total > 0 && indexed === total),
    120_000,
  );
  for (const [number, owner] of owners.entries()) {
    const index = postgresVectors(database, testModel)(owner);
    await index.catchUp(await feedsOf(store)(owner));
    const total = Math.floor((memories - number + owners.length - 1) / owners.length);
    expect(await index.coverage({})).toEqual({ indexed: total, total });
  }
  const windows = await database.query<{ memory: string; places: number[] }>(
    'select memory, array_agg(place order by place) as places from search_windows group by memory order by memory',
  );
  expect(windows).toEqual(
    Array.from({ length: memories }, (_, number) => ({
      memory: idOf(number),
      places: [...passagesOf(wordsOf(number), testModel.id, testModel.dimensions).keys()],
    })),
  );
  // The memory that a killed process was indexing may be indexed again. So may memories whose claims expire while the
  // machine is busy.
  expect(read.length).toBeGreaterThanOrEqual(memories);
  expect(read.length - new Set(read).size).toBeLessThanOrEqual(4 * kills);
});

function idOf(number: number): string {
  return `mem_${String(number).padStart(6, '0')}`;
}
