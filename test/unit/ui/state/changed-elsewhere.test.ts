import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { askForChanges, followChangesElsewhere } from '../../../../src/ui/state/changed-elsewhere.ts';
import { createEngine } from '../../../../src/ui/state/engine.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';

let control: ReturnType<typeof standInEngineControl>;
let reloads: number;
let ends: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  control = standInEngineControl(engineState({ lastChange: 3 }));
  const engine = createEngine(control, createNotices(translator()));
  reloads = 0;
  const list = { view: signal(undefined), recheck: async () => {} };
  ends = [engine.follow(), followChangesElsewhere(engine, list, () => reloads++)];
});

afterEach(() => {
  ends.forEach((end) => end());
  vi.useRealTimers();
});

test('reloads once for several changes at about the same time', () => {
  control.setState({ lastChange: 4 });
  vi.advanceTimersByTime(300);
  control.setState({ lastChange: 5 });
  vi.advanceTimersByTime(1_000);
  expect(reloads).toBe(1);
  control.setState({ lastChange: 6 });
  vi.advanceTimersByTime(1_000);
  expect(reloads).toBe(2);
});

test('does not reload at the start, on indexing progress, or once stopped', () => {
  control.setState({ indexing: { indexed: 2, total: 3, paused: false } });
  vi.advanceTimersByTime(1_000);
  expect(reloads).toBe(0);
  control.setState({ lastChange: 4 });
  ends.forEach((end) => end());
  vi.advanceTimersByTime(1_000);
  expect(reloads).toBe(0);
});

test('without announcements, reloads each minute while visible, when shown again and on return to the memories', () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  const section = signal('memories');
  let asked = 0;
  const list = { view: signal(undefined), recheck: async () => void asked++ };
  ends.push(askForChanges(section, list, () => reloads++));
  expect(asked).toBe(0);
  vi.advanceTimersByTime(61_000);
  expect([asked, reloads]).toEqual([1, 1]);
  page.hidden = true;
  vi.advanceTimersByTime(300_000);
  expect(asked).toBe(1);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toBe(2);
  section.value = 'trash';
  expect(asked).toBe(2);
  section.value = 'memories';
  expect(asked).toBe(3);
  ends.pop()!();
  vi.advanceTimersByTime(61_000);
  expect(asked).toBe(3);
  vi.unstubAllGlobals();
});
