import { render } from 'preact';
import { ownClient } from '../../src/client/index.ts';
import { pageLink } from '../../src/extension/engine/page-link.ts';
import { consentHost } from '../../src/extension/sites/consent-host.ts';
import { Consent } from '../../src/ui/consent/consent.tsx';
import { createConsentState } from '../../src/ui/consent/state.ts';
import { followAppearance } from '../../src/ui/state/appearance.ts';
import { translator } from '../../src/ui/i18n/translator.ts';

followAppearance();

const client = ownClient(pageLink().transport);
const state = createConsentState({ client, host: consentHost(), t: translator() });

render(<Consent state={state} />, document.getElementById('app') as HTMLElement);
