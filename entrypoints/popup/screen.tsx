import { render } from 'preact';
import { ownClient } from '../../src/client/index.ts';
import type { PageLink } from '../../src/extension/engine/page-link.ts';
import { popupHost } from '../../src/extension/page-hosts.ts';
import type { PopupHost } from '../../src/ui/popup/host.ts';
import { enter } from '../../src/ui/popup/early-enter.ts';
import { Popup } from '../../src/ui/popup/popup.tsx';
import { createPopupState } from '../../src/ui/popup/state.ts';
import { agoIn } from '../../src/ui/i18n/ago.ts';
import { translator } from '../../src/ui/i18n/translator.ts';
import { takeFilters } from '../../src/ui/state/query-filters.ts';
import { draftStore } from '../../src/ui/state/draft-store.ts';

export function startPopup(
  { transport, control, pageLog }: PageLink,
  search: Pick<PopupHost, 'recallSearch' | 'rememberSearch'>,
  wasEntered: () => boolean,
): void {
  const t = translator();
  const state = createPopupState({
    client: ownClient(transport),
    host: popupHost(search),
    control,
    pageLog,
    draftStore: draftStore(localStorage),
    t,
    ago: agoIn(t),
  });
  // The browser closes a popup without warning.
  addEventListener('pagehide', state.drafts.flush);
  const app = document.getElementById('app') as HTMLElement;
  const field = app.querySelector('input');
  const typed = field?.value ?? '';
  const { rest, filters } = takeFilters(typed, []);
  state.results.query.value = rest;
  if (filters !== undefined) state.addFilters(filters);
  render(<Popup state={state} />, app);
  if (wasEntered()) enter(state, field, typed);
}
