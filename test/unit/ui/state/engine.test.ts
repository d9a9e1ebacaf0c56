import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/ui/state/engine.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';

const lost = new Error('The database can’t be reached.');

it('is unreachable if its state can’t be read, until a state is reported or read again', async () => {
  const control = standInEngineControl();
  control.away(lost);
  const engine = createEngine(control, createNotices(translator()));
  const leave = engine.follow();
  expect([engine.isUnreachable.value, engine.state.value]).toEqual([true, undefined]);
  await engine.refresh();
  expect(engine.isUnreachable.value).toBe(true);
  control.away(undefined);
  await engine.refresh();
  expect([engine.isUnreachable.value, engine.state.value]).toEqual([false, engineState()]);

  control.away(lost);
  expect(engine.isUnreachable.value).toBe(true);
  control.become({ status: 'loading' });
  expect([engine.isUnreachable.value, engine.state.value?.status]).toEqual([false, 'loading']);
  leave();
  control.away(lost);
  expect(engine.isUnreachable.value).toBe(false);
});
