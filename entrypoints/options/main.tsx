import { render } from 'preact';
import { ownClient } from '../../src/client/index.ts';
import { pageLink } from '../../src/extension/engine/page-link.ts';
import { settingsHost } from '../../src/extension/page-hosts.ts';
import { Settings } from '../../src/ui/settings/settings.tsx';
import { createSettingsState } from '../../src/ui/settings/state.ts';
import { followAppearance } from '../../src/ui/state/appearance.ts';
import { translator } from '../../src/ui/i18n/translator.ts';

followAppearance();

const { transport, control, pageLog } = pageLink();
const client = ownClient(transport);
const state = createSettingsState({ client, host: settingsHost(), control, pageLog, t: translator() });

render(<Settings state={state} />, document.getElementById('app') as HTMLElement);
