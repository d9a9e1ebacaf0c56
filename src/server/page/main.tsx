import { render } from 'preact';
import { ownClient } from '../../client/index.ts';
import { fetchTransport } from '../../client/transports/fetch.ts';
import { createLibraryState } from '../../ui/library/state.ts';
import { createRights } from '../../ui/state/rights.ts';
import { agoIn } from '../../ui/i18n/ago.ts';
import { en } from '../../ui/i18n/en.ts';
import { translator, type Dictionary } from '../../ui/i18n/translator.ts';
import { Page } from './page.tsx';
import { createSession, exchangeOver } from './session.ts';

/**
 * How long to wait after the user stops typing before searching, since each search counts against the token's rate
 * limit.
 */
const pauseMs = 250;

/** The UI texts of the extension, except those that differ for a server. */
const pageTexts: Dictionary = {
  ...en,
  'error.unreachable': 'The server didn’t respond. Check that it is running, then try again.',
  'error.storageFull': 'The server’s storage is full, so nothing was saved.',
};

const t = translator(pageTexts);
const server = fetchTransport(location.origin);
const session = createSession({
  transport: server,
  tab: sessionStorage,
  kept: localStorage,
  exchange: exchangeOver(server),
});

/** The code of a sign-in link. Removed from the address at once, so that the history doesn't keep it. */
const code = /^#sign-in=([\w-]+)$/.exec(location.hash)?.[1];
if (code !== undefined) history.replaceState(null, '', location.pathname);

function library() {
  const rights = createRights();
  const transport = rights.watch(session.transport);
  return createLibraryState({
    client: ownClient(transport),
    learnRights: () => rights.learn(transport),
    t,
    ago: agoIn(t),
    platform: navigator.platform.startsWith('Mac') ? 'mac' : 'other',
    openTab: async (url) => void open(url, '_blank', 'noopener,noreferrer'),
    rights,
    ownToken: session.tokenId,
    pauseMs,
  });
}

render(<Page session={session} t={t} library={library} code={code} />, document.getElementById('app') as HTMLElement);
