import { render } from 'preact';
import { enginePanel } from '../../src/extension/panel/engine-panel.ts';
import { settingsHost } from '../../src/extension/settings-host.ts';
import { Settings } from '../../src/ui/settings/settings.tsx';
import { createSettingsState } from '../../src/ui/settings/state.ts';
import { translator } from '../../src/ui/words/translator.ts';

const state = createSettingsState({ host: settingsHost(), panel: enginePanel(), t: translator() });

render(<Settings state={state} />, document.getElementById('app') as HTMLElement);
