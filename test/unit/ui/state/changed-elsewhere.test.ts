import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { followChangesElsewhere } from '../../../../src/ui/state/changed-elsewhere.ts';
import { createEngine } from '../../../../src/ui/state/engine.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { engineState, noSyncState, standInEngineControl } from '../../../support/engine-control.ts';

const roundAt = (at: string) => ({ sync: { ...noSyncState, last: { at, stopped: null } } });

let control: ReturnType<typeof standInEngineControl>;
let reloads: number;
let ends: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  control = standInEngineControl(engineState(roundAt('2026-01-01T00:00:00.000Z')));
  const engine = createEngine(control, createNotices(translator()));
  reloads = 0;
  const list = { view: signal(undefined), ask: async () => {} };
  ends = [engine.follow(), followChangesElsewhere(engine, list, () => reloads++)];
});

afterEach(() => {
  ends.forEach((end) => end());
  vi.useRealTimers();
});

test('reloads once if a sync ends and memories are saved at the same time', () => {
  control.setState(roundAt('2026-01-01T00:00:30.000Z'));
  control.setState({ indexing: { indexed: 3, total: 4, paused: false } });
  vi.advanceTimersByTime(1_000);
  expect(reloads).toBe(1);
  control.setState({ indexing: { indexed: 3, total: 5, paused: false } });
  vi.advanceTimersByTime(1_000);
  expect(reloads).toBe(2);
});

test('does not reload at the start, on indexing progress, or once stopped', () => {
  control.setState({ indexing: { indexed: 2, total: 3, paused: false } });
  vi.advanceTimersByTime(1_000);
  expect(reloads).toBe(0);
  control.setState(roundAt('2026-01-01T00:00:30.000Z'));
  ends.forEach((end) => end());
  vi.advanceTimersByTime(1_000);
  expect(reloads).toBe(0);
});
