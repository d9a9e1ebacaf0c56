import { h } from 'preact';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { SyncState, WaitReason } from '../../../../src/lib/sync.ts';
import { SyncOutbox } from '../../../../src/ui/settings/sync-outbox.tsx';
import { renderSettings } from '../../../support/render-settings.ts';
import { connectedSyncState, syncServer } from '../../../support/engine-control.ts';

const at = '2026-01-01T00:00:00.000Z';
const retryAt = '2099-01-01T12:00:00.000Z';
const line = (text: string, reason: WaitReason) => ({ id: `mem_${text}`, text, reason });
const waiting: SyncState = {
  ...connectedSyncState,
  last: { at, stopped: null },
  counts: { ...connectedSyncState.counts, waiting: 2 },
  waiting: [line('a ladder', 'unsent'), line('a boiler', 'unsent')],
};

afterEach(() => vi.unstubAllGlobals());

const renderOutbox = (changed: Partial<SyncState> = {}) => {
  const focusStatus = vi.fn();
  return {
    ...renderSettings(h(SyncOutbox, { state: { ...waiting, ...changed }, host: 'memories.test', focusStatus })),
    focusStatus,
  };
};

/** The shown reasons, each with the memories that wait because of it. */
const reasons = ({ root }: { root: HTMLElement }) =>
  Object.fromEntries(
    [...root.querySelectorAll('details ul[aria-labelledby]')].map((list) => [
      root.querySelector(`#${list.getAttribute('aria-labelledby')}`)?.textContent,
      [...list.querySelectorAll('li')].map((item) => item.textContent),
    ]),
  );

test('shows each reason for waiting once, with the memories that wait for that reason', () => {
  const shown = reasons(
    renderOutbox({ waiting: [line('a ladder', 'unsent'), line('a boiler', 'unanswered'), line('a key', 'unsent')] }),
  );
  expect(shown).toEqual({
    'Not sent yet.': ['a ladder', 'a key'],
    'Sent, but memories.test hasn’t confirmed it yet.': ['a boiler'],
  });
});

const both = ['a ladder', 'a boiler'];

test.each<[string, Partial<SyncState>, RegExp]>([
  [
    'the server didn’t respond',
    { last: { at, stopped: 'unreachable' }, retryAt },
    /^memories\.test didn’t respond\. Next try: .*12:00/,
  ],
  [
    'the server asked to wait',
    { last: { at, stopped: 'paused' }, retryAt },
    /^memories\.test asked to wait\. Next try: /,
  ],
  [
    'the token is no longer accepted',
    { last: { at, stopped: 'unauthorized' } },
    /^memories\.test no longer accepts the token\.$/,
  ],
  ['the token may not write', { server: { ...syncServer, mayWrite: false } }, /^This token can’t save memories\.$/],
  ['sync is paused', { paused: true }, /^Sync is paused\.$/],
  [
    'a question is open',
    { question: { kind: 'mass-absence', missing: 4, known: 8 } },
    /^Waits for your answer above\.$/,
  ],
])('says why memories wait when %s', (_, changed, words) => {
  vi.stubEnv('TZ', 'UTC');
  onTestFinished(() => void vi.unstubAllEnvs());
  const shown = reasons(renderOutbox(changed));
  expect(Object.values(shown)).toEqual([both]);
  expect(Object.keys(shown)[0]).toMatch(words);
});

test('lists memories delayed by the server’s quota apart from memories not sent yet', () => {
  const quota = { kind: 'memories', used: 200, limit: 200, until: retryAt } as const;
  const shown = reasons(renderOutbox({ quota, waiting: [line('a ladder', 'quota'), line('a boiler', 'unsent')] }));
  expect(Object.keys(shown)).toEqual([
    expect.stringMatching(/^memories\.test isn’t accepting more changes right now\. Next try: /),
    'Not sent yet.',
  ]);
});

const buttons = ({ root }: { root: HTMLElement }) =>
  [...root.querySelectorAll('button')].filter(({ disabled }) => !disabled).map(({ textContent }) => textContent);

test('offers to sync now, and moves the focus to the status', () => {
  const shown = renderOutbox();
  expect(buttons(shown)).toEqual(['Sync now']);
  shown.root.querySelector('button')!.click();
  expect(shown.sent).toEqual([{ do: 'now' }]);
  expect(shown.focusStatus).toHaveBeenCalledOnce();
});

test('offers to send again if memories are refused or delayed, or the token may not write', () => {
  const quota = { kind: 'unknown', until: retryAt } as const;
  const stuck = { counts: { ...waiting.counts, stuck: 1 }, stuck: [{ id: 'mem_1', text: 'a key', reason: 'No.' }] };
  for (const changed of [{ quota }, stuck, { server: { ...syncServer, mayWrite: false } }])
    expect(buttons(renderOutbox(changed))).toEqual(['Try to send again']);
});

test('enables no button while sync is paused or running, a question is open, or the server has asked to wait', () => {
  const away = { last: { at, stopped: 'paused' }, retryAt } as const;
  const question = { kind: 'mass-absence', missing: 4, known: 8 } as const;
  for (const changed of [away, { paused: true }, { isRunning: true }, { question }] as Partial<SyncState>[])
    expect(buttons(renderOutbox(changed))).toEqual([]);
});
