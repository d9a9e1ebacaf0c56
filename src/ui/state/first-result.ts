import { effect, untracked } from '@preact/signals';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Results } from './results.ts';
import { isRecent, isSameQuestion, type Listed } from './view.ts';

/** The first result of the search: what Enter in the search field opens. */
export function createFirstResult(results: Results, open: (memory: Memory) => void) {
  let cancel = () => {};

  /** The results for the text in the search field. Undefined until they have arrived, or if the field is empty. */
  function current(): Listed[] | undefined {
    const view = results.view.value;
    const question = { query: results.searched.value, within: results.within.value };
    return view !== undefined && !isRecent(view) && isSameQuestion(view, question) ? view.memories : undefined;
  }

  return {
    /** Undefined until the results have arrived, and if there are none. */
    read: (): Listed | undefined => current()?.[0],

    /** Stops waiting for the first result. Call when the user does something else. */
    cancel: () => cancel(),

    /** Opens the first result as soon as it arrives. More typing, pointing at the list or a failure ends the wait. */
    open(): void {
      cancel();
      const text = results.query.value;
      if (results.searched.value.trim() === '') return;
      cancel = effect(function () {
        const found = current();
        const hasFailed = results.shown.value !== undefined && results.view.value === undefined;
        const isElsewhere = results.query.value !== text || results.isTouched.value;
        if (found === undefined && !hasFailed && !isElsewhere) return;
        this.dispose();
        const memory = isElsewhere ? undefined : found?.[0];
        if (memory !== undefined) untracked(() => open(memory));
      });
    },
  };
}
