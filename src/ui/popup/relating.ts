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

export type Relating = ReturnType<typeof createRelating>;

/** The memories near to the page in front, on the person's word only. */
export function createRelating({ host, results, notices, t }: Parts) {
  /** The page is being read. */
  const reading = signal(false);

  async function relate(): Promise<void> {
    if (reading.value) return;
    reading.value = true;
    const [typed, shown] = [results.query.value, results.near.value];
    const page = await host.pageText().catch((): PageText => ({ missing: 'silent' }));
    reading.value = false;
    // Who typed or went elsewhere meanwhile wants something else by now.
    if (results.query.value !== typed || results.near.value !== shown) return;
    if ('text' in page) await results.seek({ page: page.text });
    else notices.fail(t(`related.${page.missing}`), page.missing === 'silent' ? relate : undefined);
  }

  return { reading, relate };
}
