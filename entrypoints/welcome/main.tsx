import { render } from 'preact';
import { ownClient } from '../../src/client/index.ts';
import { pageLink } from '../../src/extension/engine/page-link.ts';
import { welcomeHost } from '../../src/extension/welcome.ts';
import { agoIn } from '../../src/ui/i18n/ago.ts';
import { translator } from '../../src/ui/i18n/translator.ts';
import { followAppearance } from '../../src/ui/state/appearance.ts';
import { createWelcomeState } from '../../src/ui/welcome/state.ts';
import { Welcome } from '../../src/ui/welcome/welcome.tsx';

followAppearance();

const t = translator();
const { transport, control } = pageLink();
const state = createWelcomeState({ client: ownClient(transport), control, host: welcomeHost(), t, ago: agoIn(t) });

render(<Welcome state={state} />, document.getElementById('app') as HTMLElement);
