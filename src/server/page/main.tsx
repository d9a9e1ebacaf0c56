import { render } from 'preact';
import { Commonplace } from '../../client/index.ts';
import { fetchTransport } from '../../client/transports/fetch.ts';
import { createLibraryState } from '../../ui/library/state.ts';
import { createRights } from '../../ui/state/rights.ts';
import { agoIn } from '../../ui/i18n/ago.ts';
import { translator } from '../../ui/i18n/translator.ts';
import { Page } from './page.tsx';
import { createSession } from './session.ts';
import { pageWords } from './words.ts';

/** Each search counts against the token's rate: it waits until the person pauses. */
const pauseMs = 250;

const t = translator(pageWords);
const session = createSession(fetchTransport(location.origin), sessionStorage);

function library() {
  const rights = createRights();
  const transport = rights.watch(session.transport);
  return createLibraryState({
    client: new Commonplace({ transport }),
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

render(<Page session={session} t={t} library={library} />, document.getElementById('app') as HTMLElement);
