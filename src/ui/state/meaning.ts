import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { leftToIndex, type Engine } from './engine.ts';
import type { View } from './view.ts';

/** What is so with the search by meaning, where a person should know it; the first that applies. */
export type MeaningNotice =
  /** There is no search by meaning, and why. */
  | { kind: 'unavailable'; reason: string | undefined }
  /** The chosen model could not be used, and why; the one with this name stands in. */
  | { kind: 'fallback'; reason: string; name: string }
  /** What is shown was found by word alone, since the model is still being loaded. */
  | { kind: 'loading' }
  /** What is shown was found by word alone, though there is a model. */
  | { kind: 'byWord' }
  /** The query is in a script that the model does not know, and it found nothing more. */
  | { kind: 'language' }
  /** Memories are unread, and reading them fails, for this reason. */
  | { kind: 'stuck'; reason: string }
  | { kind: 'indexing'; left: number; of: number; paused: boolean };

/** What is done in less time is not told. */
const patienceMs = 1_000;

export type Meaning = ReturnType<typeof createMeaningStatus>;

/** What of the engine's state matters beside the list that is shown. `again`: asks for that list again. */
export function createMeaningStatus(
  engine: Engine,
  view: ReadonlySignal<View | undefined>,
  again: () => Promise<void>,
) {
  const { state } = engine;
  const left = computed(() => (state.value === undefined ? 0 : leftToIndex(state.value.indexing)));
  const isBehind = computed(() => left.value > 0);
  const isReady = computed(() => state.value?.status === 'ready');
  /** Memories have been unread for a while. */
  const isLong = signal(false);
  const wasLong = signal(false);

  const notice = computed((): MeaningNotice | undefined => {
    const now = state.value;
    if (now === undefined) return undefined;
    if (now.status === 'refused' || now.status === 'failed') return { kind: 'unavailable', reason: now.reason };
    if (now.fallback !== undefined) return { kind: 'fallback', reason: now.fallback.reason, name: now.model.name };
    if (view.value !== undefined && isForeign(view.value, now.model.languages)) return { kind: 'language' };
    if (view.value?.mode === 'keyword' && now.indexing.indexed > 0)
      return { kind: now.status === 'ready' ? 'byWord' : 'loading' };
    const { trouble } = now.indexing;
    if (isLong.value && trouble !== undefined) return { kind: 'stuck', reason: trouble };
    return isLong.value
      ? { kind: 'indexing', left: left.value, of: now.indexing.total, paused: now.indexing.paused }
      : undefined;
  });

  /** What was found by word alone is sought again as soon as there is a model. */
  function askWhenReady(): void {
    if (isReady.value && untracked(() => view.value?.mode) === 'keyword') void again();
  }

  const isPart = computed(
    () => view.value?.mode !== 'keyword' && view.value?.mode !== 'looking' && (view.value?.coverage ?? 1) < 1,
  );
  /** How many memories had been read when a search was last repeated for those read since. */
  let askedAt: number | undefined;

  /**
   * Repeats a search that saw only a part of the memories once all are read, even if its answer arrives after that.
   * It does so once for each number of memories read, since some may never be.
   */
  function askWhenRead(): void {
    const read = state.value?.indexing.indexed;
    if (isBehind.value) askedAt = undefined;
    if (read === undefined || isBehind.value || !isPart.value || read === askedAt) return;
    askedAt = read;
    untracked(() => void again());
  }

  function waitWhileBehind(): (() => void) | undefined {
    isLong.value = false;
    if (!isBehind.value) return undefined;
    const timer = setTimeout(() => (wasLong.value = isLong.value = true), patienceMs);
    return () => clearTimeout(timer);
  }

  return {
    notice,
    /** Memories were unread for a while, and now every one is read. */
    isFinished: computed(() => wasLong.value && !isBehind.value && !state.value?.indexing.unindexable),
    again,
    pause: engine.pause,
    resume: engine.resume,
    retry: engine.retry,

    /** Follows the engine until the answered function is called. */
    follow(): () => void {
      const ends = [engine.follow(), effect(waitWhileBehind), effect(askWhenReady), effect(askWhenRead)];
      return () => ends.forEach((end) => end());
    },
  };
}

/** Whether a query is written in another script than the model's language and nothing certain was found by meaning alone. */
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
