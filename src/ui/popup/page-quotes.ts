import { computed, signal } from '@preact/signals';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from '../state/notices.ts';
import type { Saving } from '../state/saving.ts';
import { plainLines } from '../text/quote-address.ts';
import type { PopupHost } from './host.ts';

interface QuoteParts {
  host: Pick<PopupHost, 'markQuotes'>;
  saving: Saving;
  notices: Notices;
  t: Translate;
}

export type PageQuotes = ReturnType<typeof createPageQuotes>;

/** The quotes that were saved from the active page, and which of them the page no longer has. */
export function createPageQuotes({ host, saving, notices, t }: QuoteParts) {
  const all = computed(() =>
    saving.saved.value.filter(({ capture, url }) => capture?.quote !== undefined && url === saving.pageUrl()),
  );
  const missing = signal<readonly Memory[]>([]);

  async function show(): Promise<void> {
    const quotes = all.value;
    const found = await host
      .markQuotes(
        quotes.map(({ id, content, capture }) => ({
          id,
          text: plainLines(content).join(' '),
          prefix: capture?.quote?.prefix ?? '',
        })),
      )
      .catch(() => undefined);
    if (found === undefined) return notices.fail(t('quotes.unmarked'));
    missing.value = quotes.filter(({ id }) => !found.includes(id));
    notices.say(t('quotes.shown', { count: found.length }));
  }

  return { all, missing, show };
}
