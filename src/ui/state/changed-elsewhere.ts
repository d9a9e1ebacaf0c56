import { effect, untracked, type ReadonlySignal } from '@preact/signals';
import type { Engine } from './engine.ts';
import type { Results } from './results.ts';

/** Changes within this time cause one reload. */
const gatherMs = 500;
/** How often a page reloads its memories if nothing announces changes. */
const askAgainMs = 60_000;

type List = Pick<Results, 'view' | 'recheck'>;

/** Doesn't reload the list if it shows one requested memory (`View.single`): the memory must stay. */
function reload(results: List, reloadOthers: () => void): void {
  if (results.view.value?.single !== true) void results.recheck();
  reloadOthers();
}

/**
 * Asks for the list again after each change of the memories, which may come from another page, a menu, a website or
 * sync. No row moves while the user points at the list.
 * @param reloadOthers reloads what else is shown
 * @returns a function that stops watching
 */
export function followChangesElsewhere(engine: Engine, results: List, reloadOthers: () => void): () => void {
  let known: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const now = engine.state.value?.lastChange;
    if (known !== undefined && now !== known)
      timer ??= setTimeout(() => {
        timer = undefined;
        reload(results, reloadOthers);
      }, gatherMs);
    known = now ?? known;
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/**
 * Like {@link followChangesElsewhere}, for a page whose server announces no changes: reloads once a minute while the
 * page is visible, when it becomes visible, and when the user comes back to the memories.
 */
export function askForChanges(section: ReadonlySignal<string>, results: List, reloadOthers: () => void): () => void {
  const ask = () => {
    if (!document.hidden) reload(results, reloadOthers);
  };
  const timer = setInterval(ask, askAgainMs);
  document.addEventListener('visibilitychange', ask);
  let former = section.peek();
  const stop = effect(() => {
    const now = section.value;
    if (now !== former && now === 'memories') untracked(ask);
    former = now;
  });
  return () => {
    stop();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', ask);
  };
}
