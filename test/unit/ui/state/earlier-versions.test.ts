import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import type { EarlierVersion } from '../../../../src/lib/sync.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createEarlierVersions } from '../../../../src/ui/state/earlier-versions.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import type { Memory } from '../../../../src/v1/schemas/memory.ts';
import { connectToService, passThrough, unreachable } from '../connection.ts';

const replaced: EarlierVersion = {
  at: '2026-11-25T10:00:00.000Z',
  content: 'as it was',
  tags: ['home'],
  title: 'As named',
  url: 'https://a.example/',
};
const memory = (id: string) => ({ id }) as Memory;

function open() {
  const connection = connectToService();
  const notices = createNotices(translator());
  const opened = signal<Memory | undefined>(memory('mem_1'));
  let refreshed = 0;
  const versions = createEarlierVersions({
    client: connection.client,
    control: { versions: async (id) => (id === 'mem_1' ? [replaced] : []) },
    opened: { memory: opened },
    notices,
    t: translator(),
    results: { refresh: async () => void refreshed++ },
  });
  const saved = async () => (await connection.client.memories.list()).memories;
  return { connection, notices, opened, versions, saved, refreshed: () => refreshed };
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

test('only the earlier versions of the open memory are shown', async () => {
  const { opened, versions } = open();
  const end = versions.follow();
  await nextTask();
  expect(versions.current.value).toEqual([replaced]);
  opened.value = memory('mem_2');
  expect(versions.current.value).toEqual([]);
  await nextTask();
  expect(versions.current.value).toEqual([]);
  end();
});

test('an earlier version can be saved as a new memory, which Undo removes', async () => {
  const { notices, versions, saved, refreshed } = open();
  await versions.bringBack(replaced);
  expect(await saved()).toMatchObject([
    { content: 'as it was', tags: ['home'], title: 'As named', url: 'https://a.example/' },
  ]);
  await notices.undo();
  expect([await saved(), refreshed()]).toEqual([[], 2]);
});

test('after a failure, saving an earlier version can be tried again', async () => {
  const { connection, notices, versions, saved } = open();
  connection.handleWith(unreachable);
  await versions.bringBack(replaced);
  expect(notices.current.value).toMatchObject({ tone: 'failed', action: { label: 'Try again' } });
  connection.handleWith(passThrough);
  await notices.current.value!.action!.run();
  expect(await saved()).toHaveLength(1);
});
