import { effect } from '@preact/signals';
import type { Engine } from './engine.ts';
import type { Results } from './results.ts';

/** Changes within this time cause one reload. */
const gatherMs = 500;

/**
 * Asks for the list again after each change of the memories, which may come from another page, a menu, a website or
 * sync. No row moves while the user points at the list, and a memory that is shown alone stays.
 * @param reloadOthers reloads what else is shown
 * @returns a function that stops watching
 */
export function followChangesElsewhere(
  engine: Engine,
  results: Pick<Results, 'view' | 'ask'>,
  reloadOthers: () => void,
): () => void {
  let known: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const now = engine.state.value?.lastChange;
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
