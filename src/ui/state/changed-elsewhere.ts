import { computed, effect } from '@preact/signals';
import type { Engine } from './engine.ts';
import type { Results } from './results.ts';

/** Changes within this time cause one reload. */
const gatherMs = 500;

/**
 * Asks for the list again when memories may have changed outside this page: saved from a menu or by a website, or
 * received by sync. No row moves while the user points at the list, and a memory that is shown alone stays.
 * @param reloadOthers reloads what else is shown
 * @returns a function that stops watching
 */
export function followChangesElsewhere(
  engine: Engine,
  results: Pick<Results, 'view' | 'ask'>,
  reloadOthers: () => void,
): () => void {
  /** Takes a new value when the number of live memories changes and after each sync round. */
  const fingerprint = computed(() => {
    const { indexing, sync } = engine.state.value ?? {};
    return indexing && `${indexing.total} ${sync?.last?.at ?? ''}`;
  });
  let known: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const now = fingerprint.value;
    if (known !== undefined && now !== known)
      timer ??= setTimeout(() => {
        timer = undefined;
        if (results.view.value?.single !== true) void results.ask();
        reloadOthers();
      }, gatherMs);
    known = now ?? known;
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
