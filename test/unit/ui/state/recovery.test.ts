import { describe, expect, it } from 'vitest';
import type { RestoredMemories } from '../../../../src/ui/engine-panel.ts';
import { createEngine } from '../../../../src/ui/state/engine.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { tellRestored } from '../../../../src/ui/state/recovery.ts';
import { translator } from '../../../../src/ui/words/translator.ts';
import { engineState, standInPanel } from '../../../support/engine-panel.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** What is said by an engine that tells this, twice. */
function saidOf(restored: Partial<RestoredMemories> | undefined) {
  const t = translator();
  const notices = createNotices(t);
  const panel = standInPanel(engineState({ restored: restored && { memories: 812, at: minutesAgo(1), damaged: false, ...restored } }));
  const engine = createEngine(panel, notices);
  const end = tellRestored(engine, notices, t);
  const leave = engine.follow();
  const first = notices.current.value;
  notices.clear();
  engine.state.value = { ...engine.state.value! };
  end();
  leave();
  return { first, again: notices.current.value };
}

describe('memories that were brought back', () => {
  it('are told of once, with how many there are', () => {
    const { first, again } = saidOf({});
    expect(first).toMatchObject({ tone: 'done', text: 'The browser had lost its database. Commonplace’s own copy had all of it: 812 memories are back.' });
    expect(again).toBeUndefined();
  });

  it('are told of as a loss where the copy was damaged', () => {
    expect(saidOf({ memories: 1, damaged: true }).first).toMatchObject({ tone: 'failed', text: expect.stringContaining('1 memory is back; what was changed last may be missing') });
  });

  it('are no news after an hour, nor where there are none', () => {
    expect(saidOf({ at: minutesAgo(61) }).first).toBeUndefined();
    expect(saidOf(undefined).first).toBeUndefined();
  });
});
