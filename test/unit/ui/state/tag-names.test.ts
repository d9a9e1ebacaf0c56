import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTagNames, type TagNames } from '../../../../src/ui/state/tag-names.ts';
import { connectToService, stopTime, type TestConnection } from '../connection.ts';

let connection: TestConnection;
let names: TagNames;

beforeEach(() => {
  stopTime();
  connection = connectToService();
  names = createTagNames(connection.client);
});

afterEach(() => {
  vi.useRealTimers();
});

const found = () => names.found.value.map(({ tag }) => tag);

/** Waits for the pause in typing and for the answer. */
async function read(): Promise<void> {
  vi.advanceTimersByTime(200);
  await connection.untilIdle();
}

it('suggests the tags that begin with what is typed, and asks once for each text', async () => {
  await connection.client.memories.create({ content: 'Gloves', tags: ['drawer', 'kitchen'] });
  connection.sent.length = 0;
  for (const prefix of ['d', 'dr', 'dr']) names.suggest(prefix);
  await read();
  names.suggest('dr');
  await read();
  expect([found(), names.foundFor.value, connection.sent.length]).toEqual([['drawer'], 'dr', 1]);
});

it('suggests tags even if some tags change between the last letter and the answer', async () => {
  await connection.client.memories.create({ content: 'Gloves', tags: ['drawer'] });
  names.suggest('dr');
  names.forget();
  await read();
  expect(found()).toEqual(['drawer']);
});

it('reads the tags again for the same text after some have changed', async () => {
  names.suggest('dr');
  await read();
  await connection.client.memories.create({ content: 'Gloves', tags: ['drawer'] });
  names.forget();
  names.suggest('dr');
  await read();
  expect(found()).toEqual(['drawer']);
});
