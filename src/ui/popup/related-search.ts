import { signal } from '@preact/signals';
import type { Notices } from '../state/notices.ts';
import type { Results } from '../state/results.ts';
import type { Translate } from '../i18n/translator.ts';
import type { PageText, PopupHost } from './host.ts';

interface Parts {
  host: PopupHost;
  results: Results;
  notices: Notices;
  t: Translate;
}

/** Searches for memories related to the active page, only when the user asks for it. */
export function createRelatedSearch({ host, results, notices, t }: Parts) {
  const isReading = signal(false);

  async function relate(): Promise<void> {
    if (isReading.value) return;
    isReading.value = true;
    const [typed, shown] = [results.query.value, results.near.value];
    const page = await host.pageText().catch((): PageText => ({ missing: 'silent' }));
    isReading.value = false;
    // The user typed or opened another list while the page was read: keep what is shown now.
    if (results.query.value !== typed || results.near.value !== shown) return;
    if ('text' in page) await results.findSimilar({ page: page.text });
    else notices.fail(t(`related.${page.missing}`), page.missing === 'silent' ? relate : undefined);
  }

  return { isReading, relate };
}
