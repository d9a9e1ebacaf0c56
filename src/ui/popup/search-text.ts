import { effect, signal } from '@preact/signals';
import type { Results } from '../state/results.ts';
import type { PopupHost } from './host.ts';

/** Restores the query that was typed over the same page in the last few minutes, and remembers each new one. */
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
