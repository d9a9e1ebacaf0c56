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
let asked: { id: string; answer(sync: MemorySync | undefined): void; fail(): void }[];
let opened: ReturnType<typeof signal<Memory | undefined>>;
let shown: () => MemorySync | undefined;
let ends: (() => void)[];

beforeEach(() => {
  control = standInEngineControl(engineState({ sync: connectedSyncState }));
  asked = [];
  opened = signal<Memory | undefined>();
  const engine = createEngine(control, createNotices(translator()));
  const memorySync = (id: string) =>
    new Promise<MemorySync | undefined>((answer, reject) =>
      asked.push({ id, answer, fail: () => reject(new Error('Away.')) }),
    );
  const model = createMemorySync({ memorySync }, engine, { memory: opened } as unknown as Opened);
  shown = () => model.current.value;
  ends = [engine.follow(), model.follow()];
});

afterEach(() => ends.forEach((end) => end()));

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function answered(sync: MemorySync | undefined): Promise<void> {
  asked.at(-1)!.answer(sync);
  await settled();
}

test('requests the status of the open memory and shows it', async () => {
  expect(asked).toEqual([]);
  opened.value = memory('mem_1');
  await answered({ kind: 'waiting' });
  expect([asked.map(({ id }) => id), shown()]).toEqual([['mem_1'], { kind: 'waiting' }]);
  opened.value = undefined;
  expect(shown()).toBeUndefined();
});

test('requests and shows nothing while sync is off', async () => {
  control.setState({ sync: noSyncState });
  opened.value = memory('mem_1');
  expect([asked, shown()]).toEqual([[], undefined]);
  control.setState({ sync: connectedSyncState });
  await answered({ kind: 'synced' });
  control.setState({ sync: noSyncState });
  expect(shown()).toBeUndefined();
});

test('an edited memory is not shown as synced before the engine says so', async () => {
  opened.value = memory('mem_1');
  await answered({ kind: 'synced' });
  opened.value = memory('mem_1', 2);
  expect(shown()).toBeUndefined();
  await answered({ kind: 'waiting' });
  expect(shown()).toEqual({ kind: 'waiting' });
});

test('requests the status again after a round, and keeps showing the old one until then', async () => {
  opened.value = memory('mem_1');
  await answered({ kind: 'waiting' });
  control.setState({ indexing: { indexed: 1, total: 3, paused: false } });
  expect(asked).toHaveLength(1);
  control.setState({ sync: { ...connectedSyncState, last: { at: '2026-01-01T00:00:00.000Z', stopped: null } } });
  expect([asked.length, shown()]).toEqual([2, { kind: 'waiting' }]);
  await answered({ kind: 'synced' });
  expect(shown()).toEqual({ kind: 'synced' });
});

test('ignores a failed request and a late reply about another memory', async () => {
  opened.value = memory('mem_1');
  opened.value = memory('mem_2');
  asked[0]!.answer({ kind: 'conflict' });
  await settled();
  expect(shown()).toBeUndefined();
  asked[1]!.fail();
  await settled();
  expect(shown()).toBeUndefined();
});
