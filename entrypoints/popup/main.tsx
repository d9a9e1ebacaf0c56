import { render } from 'preact';
import { Commonplace } from '../../src/client/index.ts';
import { engineTransport } from '../../src/client/transports/extension.ts';
import { enginePanel } from '../../src/extension/panel/engine-panel.ts';
import { popupHost } from '../../src/extension/popup-host.ts';
import { Popup } from '../../src/ui/popup/popup.tsx';
import { createPopupState } from '../../src/ui/popup/state.ts';
import { agoIn } from '../../src/ui/words/ago.ts';
import { translator } from '../../src/ui/words/translator.ts';

const t = translator();
const client = new Commonplace({ transport: engineTransport() });
const state = createPopupState({ client, host: popupHost(), panel: enginePanel(), t, ago: agoIn(t) });

render(<Popup state={state} />, document.getElementById('app') as HTMLElement);
