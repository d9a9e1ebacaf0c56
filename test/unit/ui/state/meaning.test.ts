import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineState } from '../../../../src/client/engine-control.ts';
import { createEngine } from '../../../../src/ui/state/engine.ts';
import { createMeaningStatus } from '../../../../src/ui/state/meaning.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import type { View } from '../../../../src/ui/state/view.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import type { Match } from '../../../../src/v1/schemas/search.ts';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';
import { memory } from '../../../support/stand-in-answers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const viewOf = (query: string, mode: NonNullable<View['mode']>, ...matches: Partial<Match>[]): View => ({
  query,
  mode,
  nextCursor: null,
  memories: matches.map((match, number) => ({
    ...memory(number),
    match: { keyword: null, semantic: null, words: [], certain: true, passage: null, ...match },
  })),
});

/** The status of search by meaning, with its parts. `shown`: the list; `changed`: the engine's state. */
function meaningFor(shown: View | undefined, changed: Partial<EngineState> = {}) {
  const control = standInEngineControl(engineState(changed));
  const notices = createNotices(translator());
  const engine = createEngine(control, notices);
  const view = signal(shown);
  const searches: string[] = [];
  const search = async () => void searches.push(view.value?.query ?? '');
  const meaning = createMeaningStatus(engine, { view, ask: search, recheck: search });
  return { ...meaning, control, notices, engine, view, searches, end: meaning.follow() };
}

const indexing = (indexed: number, paused = false) => ({ indexing: { indexed, total: 812, paused } });

describe('the notice about search by meaning', () => {
  it('is absent if there is no problem, with or without a list', () => {
    expect(meaningFor(viewOf('boiler', 'hybrid', {})).notice.value).toBeUndefined();
    expect(meaningFor(undefined).notice.value).toBeUndefined();
  });

  it('says that memories are being indexed, after a second', () => {
    const { notice, control, isFinished } = meaningFor(undefined, indexing(809));
    vi.advanceTimersByTime(999);
    expect(notice.value).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(notice.value).toEqual({ kind: 'indexing', left: 3, of: 812, paused: false });
    control.setState(indexing(810, true));
    expect(notice.value).toEqual({ kind: 'indexing', left: 2, of: 812, paused: true });
    expect(isFinished.value).toBe(false);
    control.setState(indexing(812));
    expect([notice.value, isFinished.value]).toEqual([undefined, true]);
  });

  it('while indexing fails, says why', () => {
    const { notice, control } = meaningFor(undefined, {
      indexing: { indexed: 1, total: 3, paused: false, trouble: 'The disk is full.' },
    });
    vi.advanceTimersByTime(1_000);
    expect(notice.value).toEqual({ kind: 'stuck', reason: 'The disk is full.' });
    control.setState({ indexing: { indexed: 1, total: 3, paused: false } });
    expect(notice.value).toEqual({ kind: 'indexing', left: 2, of: 3, paused: false });
  });

  it('does not report completion if some memories can’t be indexed', () => {
    const { isFinished, control } = meaningFor(undefined, { indexing: { indexed: 1, total: 3, paused: false } });
    vi.advanceTimersByTime(1_000);
    control.setState({ indexing: { indexed: 2, total: 3, unindexable: 1, paused: false } });
    expect(isFinished.value).toBe(false);
  });

  it('ignores indexing that takes only a moment', () => {
    const { notice, control, isFinished } = meaningFor(undefined, indexing(812));
    control.setState(indexing(811));
    vi.advanceTimersByTime(500);
    control.setState(indexing(812));
    vi.advanceTimersByTime(5_000);
    expect([notice.value, isFinished.value]).toEqual([undefined, false]);
  });

  it.each(['refused', 'failed'] as const)('says why the model is %s, even during indexing', (status) => {
    const { notice } = meaningFor(viewOf('boiler', 'keyword'), {
      status,
      reason: 'It answers nonsense.',
      ...indexing(3),
    });
    expect(notice.value).toEqual({ kind: 'unavailable', reason: 'It answers nonsense.' });
  });

  it('says that another model is used instead', () => {
    const { notice } = meaningFor(undefined, {
      fallback: { from: { id: 'other', name: 'Other', languages: ['en'] }, reason: 'The device was lost.' },
    });
    expect(notice.value).toEqual({ kind: 'fallback', reason: 'The device was lost.', name: 'Bundled' });
  });

  it('says that a search ran by keyword only, unless a better answer may follow', () => {
    expect(meaningFor(viewOf('boiler', 'keyword', {})).notice.value).toEqual({ kind: 'byWord' });
    expect(meaningFor(viewOf('boiler', 'keyword', {}), { status: 'loading' }).notice.value).toEqual({
      kind: 'loading',
    });
    expect(meaningFor(viewOf('boiler', 'looking', {})).notice.value).toBeUndefined();
  });

  it.each(['?', '!!', '#', '...', '🎉'])(
    'does not say that a search ran by keyword only for %j, which has nothing to search for by meaning',
    (query) => {
      expect(meaningFor(viewOf(query, 'keyword', {})).notice.value).toBeUndefined();
      expect(meaningFor(viewOf(query, 'keyword'), { status: 'loading' }).notice.value).toBeUndefined();
    },
  );

  it.each(['отель', 'ホテル', '호텔', 'مصنع', 'בית', '酒店 2019'])(
    'says that search by meaning works best in English if the query is %s and nothing was found by meaning',
    (query) => {
      expect(meaningFor(viewOf(query, 'keyword', { words: [query] })).notice.value).toEqual({ kind: 'language' });
      expect(meaningFor(viewOf(query, 'hybrid', { certain: false })).notice.value).toEqual({ kind: 'language' });
    },
  );

  it('says nothing about languages after a hit by meaning, nor for a query with Latin letters, without letters, or in a language of the model', () => {
    expect(meaningFor(viewOf('отель', 'hybrid', { certain: true })).notice.value).toBeUndefined();
    for (const query of ['hôtel', 'Größe', '2019', '🎉', 'отель lisbon'])
      expect(meaningFor(viewOf(query, 'hybrid', { certain: false })).notice.value).toBeUndefined();
    const model = { id: 'world', name: 'World', languages: ['en', 'ru'] };
    expect(meaningFor(viewOf('отель', 'hybrid', { certain: false }), { model }).notice.value).toBeUndefined();
    expect(meaningFor(undefined).notice.value).toBeUndefined();
  });
});

describe('a search that ran by keyword only', () => {
  it('is repeated once when the model is ready', () => {
    const { control, searches } = meaningFor(viewOf('boiler', 'keyword'), { status: 'loading' });
    expect(searches).toEqual([]);
    control.setState({ status: 'ready' });
    control.setState(indexing(400));
    expect(searches).toEqual(['boiler']);
  });

  it('is repeated once the first memories are indexed', () => {
    const { view, control, searches } = meaningFor(undefined, indexing(0));
    view.value = viewOf('boiler', 'keyword');
    expect(searches).toEqual([]);
    control.setState(indexing(1));
    control.setState(indexing(2));
    expect(searches).toEqual(['boiler']);
  });

  it('is not repeated after the popup closed, nor is a complete search', () => {
    const whole = meaningFor(viewOf('boiler', 'hybrid'), { status: 'loading' });
    whole.control.setState({ status: 'ready' });
    const closed = meaningFor(viewOf('boiler', 'keyword'), { status: 'loading' });
    closed.end();
    closed.control.setState({ status: 'ready' });
    expect([whole.searches, closed.searches]).toEqual([[], []]);
  });
});

describe('a search with partial coverage', () => {
  const partly: View = { ...viewOf('boiler', 'hybrid', {}), coverage: 0.5 };

  it('is repeated once all memories are indexed', () => {
    const { control, searches } = meaningFor(partly, indexing(400));
    control.setState(indexing(600));
    expect(searches).toEqual([]);
    control.setState(indexing(812));
    expect(searches).toEqual(['boiler']);
  });

  it('is repeated if its answer arrives after indexing, but only once for each number of indexed memories', () => {
    const { view, control, searches } = meaningFor(viewOf('boiler', 'looking', {}), indexing(811));
    control.setState(indexing(812));
    view.value = partly;
    expect(searches).toEqual(['boiler']);
    view.value = { ...partly };
    expect(searches).toEqual(['boiler']);
    control.setState({ indexing: { indexed: 813, total: 813, paused: false } });
    expect(searches).toEqual(['boiler', 'boiler']);
  });

  it('is not repeated if it ran by keyword, nor is a search with full or unknown coverage', () => {
    for (const shown of [
      { ...partly, coverage: 1 },
      { ...partly, mode: 'keyword' as const, coverage: 0 },
      viewOf('', 'hybrid'),
    ]) {
      const { control, searches } = meaningFor(shown, { ...indexing(400), status: 'absent' });
      control.setState(indexing(812));
      expect(searches).toEqual([]);
    }
  });
});

describe('a command to the engine', () => {
  it('is sent to the engine', async () => {
    const { engine, control } = meaningFor(undefined);
    await engine.pause();
    await engine.resume();
    await engine.retry();
    await engine.choose('other');
    await engine.cancel();
    await engine.remove('other');
    expect(control.calls).toEqual(['pause', 'resume', 'retry', 'choose other', 'cancel', 'remove other']);
  });

  it('shows a failure and can be retried', async () => {
    const { engine, control, notices } = meaningFor(undefined);
    const pause = control.pause.bind(control);
    control.pause = () => Promise.reject(new Error('nobody there'));
    await engine.pause();
    expect(notices.current.value).toMatchObject({ tone: 'failed', action: { label: 'Try again' } });
    control.pause = pause;
    await notices.current.value?.action?.run();
    expect(control.calls).toEqual(['pause']);
  });
});

it('if only memories that can’t be indexed are left, the notice ends and the search is repeated only once', () => {
  const { notice, control, searches, isFinished } = meaningFor(
    { ...viewOf('boiler', 'hybrid', {}), coverage: 811 / 812 },
    indexing(400),
  );
  vi.advanceTimersByTime(1_500);
  expect(notice.value).toMatchObject({ kind: 'indexing', left: 412 });
  const progress = { indexed: 811, total: 812, unindexable: 1, paused: false };
  control.setState({ indexing: progress });
  expect([notice.value, isFinished.value, searches]).toEqual([undefined, false, ['boiler']]);
  for (const status of ['absent', 'loading', 'ready'] as const) control.setState({ status, indexing: { ...progress } });
  expect(searches).toEqual(['boiler']);
});
