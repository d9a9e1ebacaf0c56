import { render } from 'preact';
import { pageLink } from '../../src/extension/engine/page-link.ts';
import { settingsHost } from '../../src/extension/page-hosts.ts';
import { Settings } from '../../src/ui/settings/settings.tsx';
import { createSettingsState } from '../../src/ui/settings/state.ts';
import { translator } from '../../src/ui/i18n/translator.ts';

const state = createSettingsState({ host: settingsHost(), control: pageLink().control, t: translator() });

render(<Settings state={state} />, document.getElementById('app') as HTMLElement);
