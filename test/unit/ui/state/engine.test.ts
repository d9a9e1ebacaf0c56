import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/ui/state/engine.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';

const lost = new Error('The database can’t be reached.');

it('the engine is unreachable if its state can’t be read, until a state is reported or read again', async () => {
  const control = standInEngineControl();
  control.setFailure(lost);
  const engine = createEngine(control, createNotices(translator()));
  const leave = engine.follow();
  expect([engine.isUnreachable.value, engine.state.value]).toEqual([true, undefined]);
  await engine.refresh();
  expect(engine.isUnreachable.value).toBe(true);
  control.setFailure(undefined);
  await engine.refresh();
  expect([engine.isUnreachable.value, engine.state.value]).toEqual([false, engineState()]);

  control.setFailure(lost);
  expect(engine.isUnreachable.value).toBe(true);
  control.setState({ status: 'loading' });
  expect([engine.isUnreachable.value, engine.state.value?.status]).toEqual([false, 'loading']);
  leave();
  control.setFailure(lost);
  expect(engine.isUnreachable.value).toBe(false);
});
