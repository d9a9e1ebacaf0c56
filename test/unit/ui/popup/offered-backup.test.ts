import { expect, it } from 'vitest';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';
import { connectToService } from '../connection.ts';
import { popupOn, type PopupOn } from './screen.ts';

const offer = {
  name: 'daily_2026-11-21T09-00-00.000Z_812.jsonl.gz',
  kind: 'daily',
  at: '2026-11-21T09:00:00.000Z',
  memories: 812,
} as const;

it('offers to restore a backup when the memories are gone', async () => {
  const control = standInEngineControl(engineState({ backups: { daily: [offer], offer } }));
  const popup = popupOn(undefined, connectToService(), {}, control);
  const leave = popup.meaning.follow();
  expect(popup.shownNotice()).toEqual([expect.stringContaining('A backup has 812 memories'), 'Restore']);
  await popup.press();
  expect(control.calls).toEqual([`restore ${offer.name} merge`]);
  leave();
});

it('offers nothing if the engine offers no backup', () => {
  const popup = popupOn(
    undefined,
    connectToService(),
    {},
    standInEngineControl(engineState({ backups: { daily: [offer] } })),
  );
  const leave = popup.meaning.follow();
  expect(popup.shownNotice()).toEqual([undefined, undefined]);
  leave();
});

const restored = {
  at: '2026-11-22T09:00:00.000Z',
  memories: 3,
  damaged: false,
  complete: false,
  before: { memories: 812, missingChanges: 809 },
};

it.each([
  [
    'when the user closes the notice',
    async (popup: PopupOn) => popup.notices.dismiss(),
    [`acknowledgeRestored ${restored.at}`],
  ],
  [
    'when the user restores the backup',
    (popup: PopupOn) => popup.press(),
    [`restore ${offer.name} merge`, `acknowledgeRestored ${restored.at}`],
  ],
  ['only if the user acts, not after another notice', async (popup: PopupOn) => popup.notices.announce('Saved'), []],
])('also reports an incomplete restore, and acknowledges the report %s', async (_, act, calls) => {
  const control = standInEngineControl(engineState({ backups: { daily: [offer], offer }, restored }));
  const popup = popupOn(undefined, connectToService(), {}, control);
  const leave = popup.meaning.follow();
  expect(popup.shownNotice()).toEqual([
    expect.stringMatching(/3 of 812 memories are back.+A backup has 812 memories/),
    'Restore',
  ]);
  await act(popup);
  expect(control.calls).toEqual(calls);
  leave();
});
