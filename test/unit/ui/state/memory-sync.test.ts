import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MemorySync } from '../../../../src/lib/sync.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createEngine } from '../../../../src/ui/state/engine.ts';
import { createMemorySync } from '../../../../src/ui/state/memory-sync.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import type { Opened } from '../../../../src/ui/state/opened.ts';
import type { Memory } from '../../../../src/v1/schemas/memory.ts';
import { connectedSyncState, engineState, noSyncState, standInEngineControl } from '../../../support/engine-control.ts';

const memory = (id: string, version = 1) => ({ id, version }) as Memory;

let control: ReturnType<typeof standInEngineControl>;
let requests: { id: string; answer(sync: MemorySync | undefined): void; fail(): void }[];
let opened: ReturnType<typeof signal<Memory | undefined>>;
let shown: () => MemorySync | undefined;
let ends: (() => void)[];

beforeEach(() => {
  control = standInEngineControl(engineState({ sync: connectedSyncState }));
  requests = [];
  opened = signal<Memory | undefined>();
  const engine = createEngine(control, createNotices(translator()));
  const memorySync = (id: string) =>
    new Promise<MemorySync | undefined>((answer, reject) =>
      requests.push({ id, answer, fail: () => reject(new Error('Away.')) }),
    );
  const model = createMemorySync({ memorySync }, engine, { memory: opened } as unknown as Opened);
  shown = () => model.current.value;
  ends = [engine.follow(), model.follow()];
});

afterEach(() => ends.forEach((end) => end()));

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function answerLast(sync: MemorySync | undefined): Promise<void> {
  requests.at(-1)!.answer(sync);
  await nextTask();
}

test('requests and shows the sync status of the open memory', async () => {
  expect(requests).toEqual([]);
  opened.value = memory('mem_1');
  await answerLast({ kind: 'waiting' });
  expect([requests.map(({ id }) => id), shown()]).toEqual([['mem_1'], { kind: 'waiting' }]);
  opened.value = undefined;
  expect(shown()).toBeUndefined();
});

test('requests and shows nothing while sync is off', async () => {
  control.setState({ sync: noSyncState });
  opened.value = memory('mem_1');
  expect([requests, shown()]).toEqual([[], undefined]);
  control.setState({ sync: connectedSyncState });
  await answerLast({ kind: 'synced' });
  control.setState({ sync: noSyncState });
  expect(shown()).toBeUndefined();
});

test('an edited memory is not shown as synced before the engine reports it as synced', async () => {
  opened.value = memory('mem_1');
  await answerLast({ kind: 'synced' });
  opened.value = memory('mem_1', 2);
  expect(shown()).toBeUndefined();
  await answerLast({ kind: 'waiting' });
  expect(shown()).toEqual({ kind: 'waiting' });
});

test('requests the status again after a sync, and shows the old status until the answer arrives', async () => {
  opened.value = memory('mem_1');
  await answerLast({ kind: 'waiting' });
  control.setState({ indexing: { indexed: 1, total: 3, paused: false } });
  expect(requests).toHaveLength(1);
  control.setState({ sync: { ...connectedSyncState, last: { at: '2026-01-01T00:00:00.000Z', stopped: null } } });
  expect([requests.length, shown()]).toEqual([2, { kind: 'waiting' }]);
  await answerLast({ kind: 'synced' });
  expect(shown()).toEqual({ kind: 'synced' });
});

test('ignores a failed request and a late reply about another memory', async () => {
  opened.value = memory('mem_1');
  opened.value = memory('mem_2');
  requests[0]!.answer({ kind: 'conflict' });
  await nextTask();
  expect(shown()).toBeUndefined();
  requests[1]!.fail();
  await nextTask();
  expect(shown()).toBeUndefined();
});
