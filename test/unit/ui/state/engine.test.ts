import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/ui/state/engine.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { engineState, standInPanel } from '../../../support/engine-panel.ts';

const lost = new Error('The database is away.');

it('is away where its state can’t be had, and back when it is told or looked for again', async () => {
  const panel = standInPanel();
  panel.away(lost);
  const engine = createEngine(panel, createNotices(translator()));
  const leave = engine.follow();
  expect([engine.isAway.value, engine.state.value]).toEqual([true, undefined]);
  await engine.lookAgain();
  expect(engine.isAway.value).toBe(true);
  panel.away(undefined);
  await engine.lookAgain();
  expect([engine.isAway.value, engine.state.value]).toEqual([false, engineState()]);

  panel.away(lost);
  expect(engine.isAway.value).toBe(true);
  panel.become({ status: 'loading' });
  expect([engine.isAway.value, engine.state.value?.status]).toEqual([false, 'loading']);
  leave();
  panel.away(lost);
  expect(engine.isAway.value).toBe(false);
});
