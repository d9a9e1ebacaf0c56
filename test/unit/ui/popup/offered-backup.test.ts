import { expect, it } from 'vitest';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';
import { connectToService } from '../connection.ts';
import { popupOn } from './screen.ts';

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

it('offers nothing while there are memories', () => {
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
