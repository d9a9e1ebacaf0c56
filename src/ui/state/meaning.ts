import { computed, effect, signal, untracked } from '@preact/signals';
import { leftToIndex, type Engine } from './engine.ts';
import type { Results } from './results.ts';
import { lacksMeaning, type View } from './view.ts';

/** What the user should know about search by meaning. */
export type MeaningNotice =
  | { kind: 'unavailable'; reason: string | undefined }
  /** The chosen model can't be used; the named one replaces it. */
  | { kind: 'fallback'; reason: string; name: string }
  /** The results were found by word only, because the model isn't loaded. */
  | { kind: 'loading' }
  /** The results were found by word only, although the model is ready. */
  | { kind: 'byWord' }
  /** The model doesn't know the query's script, and search by meaning found nothing certain. */
  | { kind: 'language' }
  /** Indexing fails, for this reason. */
  | { kind: 'stuck'; reason: string }
  | { kind: 'indexing'; left: number; of: number; paused: boolean };

/** If indexing takes less time than this, the screen doesn't mention it. */
const mentionAfterMs = 1_000;

export type Meaning = ReturnType<typeof createMeaningStatus>;

/** Derives the notice about search by meaning from the engine's state and the current view. */
export function createMeaningStatus(engine: Engine, results: Pick<Results, 'view' | 'ask' | 'recheck'>) {
  const { state } = engine;
  const { view } = results;
  const left = computed(() => (state.value === undefined ? 0 : leftToIndex(state.value.indexing)));
  const isBehind = computed(() => left.value > 0);
  const isReady = computed(() => state.value?.status === 'ready');
  const hasIndexed = computed(() => (state.value?.indexing.indexed ?? 0) > 0);
  /** Whether memories have been waiting for indexing for more than `mentionAfterMs`. */
  const isLong = signal(false);
  /** Whether `isLong` was ever true, so that the screen may have mentioned indexing. */
  const wasLong = signal(false);

  const notice = computed((): MeaningNotice | undefined => {
    const now = state.value;
    if (now === undefined) return undefined;
    if (now.status === 'refused' || now.status === 'failed') return { kind: 'unavailable', reason: now.reason };
    if (now.fallback !== undefined) return { kind: 'fallback', reason: now.fallback.reason, name: now.model.name };
    if (view.value !== undefined && isForeign(view.value, now.model.languages)) return { kind: 'language' };
    if (view.value !== undefined && lacksMeaning(view.value) && hasIndexed.value)
      return { kind: now.status === 'ready' ? 'byWord' : 'loading' };
    const { trouble } = now.indexing;
    if (isLong.value && trouble !== undefined) return { kind: 'stuck', reason: trouble };
    return isLong.value
      ? { kind: 'indexing', left: left.value, of: now.indexing.total, paused: now.indexing.paused }
      : undefined;
  });

  /** Repeats a keyword-only search as soon as the model is ready and at least one memory is indexed. */
  function searchAgainWhenReady(): void {
    if (isReady.value && hasIndexed.value && untracked(() => view.value?.mode) === 'keyword') void results.recheck();
  }

  const isPartial = computed(
    () => view.value?.mode !== 'keyword' && view.value?.mode !== 'looking' && (view.value?.coverage ?? 1) < 1,
  );
  /** How many memories were indexed when a search was last repeated. */
  let indexedAtRepeat: number | undefined;

  /**
   * Repeats a search with partial coverage once indexing is complete, or when the search ends if that is later. Repeats
   * it again only after more indexing: if some memories can't be indexed, coverage stays partial, and the search would
   * otherwise repeat forever.
   */
  function searchAgainWhenIndexed(): void {
    const indexed = state.value?.indexing.indexed;
    if (isBehind.value) indexedAtRepeat = undefined;
    if (indexed === undefined || isBehind.value || !isPartial.value || indexed === indexedAtRepeat) return;
    indexedAtRepeat = indexed;
    untracked(() => void results.recheck());
  }

  function waitWhileBehind(): (() => void) | undefined {
    isLong.value = false;
    if (!isBehind.value) return undefined;
    const timer = setTimeout(() => (wasLong.value = isLong.value = true), mentionAfterMs);
    return () => clearTimeout(timer);
  }

  return {
    notice,
    /** Whether indexing took long enough to be mentioned, and now all memories are indexed. */
    isFinished: computed(() => wasLong.value && !isBehind.value && !state.value?.indexing.unindexable),
    searchAgain: () => results.ask(),
    pause: engine.pause,
    resume: engine.resume,
    retry: engine.retry,

    /** Follows the engine until the returned function is called. */
    follow(): () => void {
      const stops = [
        engine.follow(),
        effect(waitWhileBehind),
        effect(searchAgainWhenReady),
        effect(searchAgainWhenIndexed),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
}

/**
 * Whether the model knows only English, the query has only non-Latin letters, and the completed search found nothing
 * certain by meaning.
 */
function isForeign({ query, near, mode, memories }: View, languages: string[]): boolean {
  if (
    near !== undefined ||
    mode === undefined ||
    mode === 'looking' ||
    !languages.every((language) => language.startsWith('en'))
  )
    return false;
  if (!/\p{L}/u.test(query) || /\p{Script=Latin}/u.test(query)) return false;
  return !memories.some(({ match }) => match?.certain === true && match.words.length === 0);
}
