import { render } from 'preact';
import { ownClient } from '../../src/client/index.ts';
import type { PageLink } from '../../src/extension/engine/page-link.ts';
import { libraryHost } from '../../src/extension/library-host.ts';
import { Library } from '../../src/ui/library/library.tsx';
import { createLibraryState } from '../../src/ui/library/state.ts';
import { agoIn } from '../../src/ui/i18n/ago.ts';
import { translator } from '../../src/ui/i18n/translator.ts';

export function startLibrary({ transport, control }: Omit<PageLink, 'pageLog'>): void {
  const t = translator();
  const client = ownClient(transport);
  const state = createLibraryState({ client, t, ago: agoIn(t), control, ...libraryHost() });
  addEventListener('pagehide', () => state.drafts?.flush());
  render(<Library state={state} />, document.getElementById('app') as HTMLElement);
}
