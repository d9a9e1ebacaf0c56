import { describe, expect, it } from 'vitest';
import type { RestoredMemories, SecondCopy } from '../../../../src/lib/second-copy.ts';
import { createEngine } from '../../../../src/ui/state/engine.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { secondCopySentences, announceRestored } from '../../../../src/ui/state/recovery.ts';
import { formatsIn } from '../../../../src/ui/i18n/formats.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/**
 * The notices for an engine that reports this state twice, and the calls to the engine. `close`: whether the user
 * closes the first notice. Otherwise the notice ends by itself.
 */
function noticesFor(restored: Partial<RestoredMemories> | undefined, close = false) {
  const t = translator();
  const notices = createNotices(t);
  const control = standInEngineControl(
    engineState({
      restored: restored && { memories: 812, at: minutesAgo(1), damaged: false, complete: true, ...restored },
    }),
  );
  const engine = createEngine(control, notices);
  const end = announceRestored(engine, notices, t);
  const leave = engine.follow();
  const first = notices.current.value;
  if (close) notices.dismiss();
  else notices.clear();
  engine.state.value = { ...engine.state.value! };
  end();
  leave();
  return { first, second: notices.current.value, calls: control.calls };
}

describe('restored memories', () => {
  it('are announced once, with their number', () => {
    const { first, second } = noticesFor({});
    expect(first).toMatchObject({
      tone: 'done',
      text: 'The browser lost its database. Everything was restored from Commonplace’s second copy: 812 memories.',
    });
    expect(second).toBeUndefined();
  });

  it.each([
    [
      'are not complete',
      { memories: 3, before: { memories: 47, missingChanges: 44 } },
      '3 of 47 memories are back. The last 44 changes are missing.',
    ],
    [
      'are not complete because the copy was damaged',
      { memories: 3, damaged: true, before: { memories: 47, missingChanges: 44 } },
      '3 of 47 memories are back.',
    ],
    [
      'may not be complete',
      { memories: 3 },
      '3 memories are back from Commonplace’s second copy. There may have been more.',
    ],
    [
      'may not be complete because the copy was damaged',
      { memories: 1, damaged: true },
      '1 memory is back. Others may be missing.',
    ],
  ])('are announced as a loss if they %s', (_, restored, text) => {
    expect(noticesFor({ ...restored, complete: false }).first).toMatchObject({
      tone: 'failed',
      text: expect.stringContaining(text),
    });
  });

  it('are announced with the new database if the old database could not be opened', () => {
    expect(noticesFor({ replaced: true }).first).toMatchObject({
      tone: 'done',
      text: expect.stringContaining('so Commonplace made a new one. Everything was restored'),
    });
  });

  it.each([true, false])('are announced even a day later (complete: %s)', (complete) => {
    const { first } = noticesFor({ at: minutesAgo(24 * 60), complete });
    expect(first?.text).toContain('The browser lost its database.');
  });

  it('are not announced if there are none', () => {
    const { first, calls } = noticesFor(undefined, true);
    expect([first, calls]).toEqual([undefined, []]);
  });

  it('are acknowledged when announced if complete, otherwise when the user closes the notice', () => {
    const at = minutesAgo(61);
    expect(noticesFor({ at }).calls).toEqual([`acknowledgeRestored ${at}`]);
    expect(noticesFor({ at, complete: false }).calls).toEqual([]);
    expect(noticesFor({ at, complete: false }, true).calls).toEqual([`acknowledgeRestored ${at}`]);
  });
});

describe('the second copy', () => {
  const formats = formatsIn('en');
  const sentences = (copy: SecondCopy) => secondCopySentences(copy, translator(), formats);
  const at = '2026-11-22T09:40:00.000Z';

  it('shows when it was last checked', () => {
    expect(sentences({})).toEqual(['Not checked yet.']);
    expect(sentences({ checkedAt: at })).toEqual([`Last checked ${formats.time(at)}. No damage.`]);
    expect(formats.time(at)).toContain('November 22, 2026');
  });

  it('shows how damage was handled', () => {
    expect(sentences({ checkedAt: at, damage: { at, outcome: 'repaired' } })[1]).toContain(
      'the copy was damaged and has been rebuilt',
    );
    expect(sentences({ checkedAt: at, damage: { at, outcome: 'kept' } })[1]).toContain(
      'the database lacked rows that the copy has',
    );
  });
});
