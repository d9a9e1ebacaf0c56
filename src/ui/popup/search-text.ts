import { effect, signal } from '@preact/signals';
import type { Results } from '../state/results.ts';
import type { PopupHost } from './host.ts';

/** Brings back the query of a popup that was closed on the same page a moment ago. */
export function createSearchText(host: Pick<PopupHost, 'recallSearch' | 'rememberSearch'>, results: Results) {
  const isRestored = signal(false);
  return {
    isRestored,
    async restore(): Promise<void> {
      const text = await host.recallSearch().catch(() => undefined);
      if (text !== undefined && results.query.value === '') {
        results.query.value = text;
        isRestored.value = true;
      }
      let latest = results.query.value;
      effect(() => {
        const query = results.query.value;
        if (query === latest) return;
        latest = query;
        // In a later task, so that the search, which the list waits for, is sent first.
        setTimeout(() => void host.rememberSearch(query).catch(() => {}));
      });
    },
  };
}
