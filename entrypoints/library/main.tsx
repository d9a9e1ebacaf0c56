import { render } from 'preact';
import { ownClient } from '../../src/client/index.ts';
import { pageLink } from '../../src/extension/engine/page-link.ts';
import { libraryHost } from '../../src/extension/library-host.ts';
import { Library } from '../../src/ui/library/library.tsx';
import { createLibraryState } from '../../src/ui/library/state.ts';
import { agoIn } from '../../src/ui/i18n/ago.ts';
import { followAppearance } from '../../src/ui/state/appearance.ts';
import { translator } from '../../src/ui/i18n/translator.ts';

followAppearance();

const t = translator();
const { transport, control } = pageLink();
const client = ownClient(transport);
const state = createLibraryState({ client, t, ago: agoIn(t), control, ...libraryHost() });

addEventListener('pagehide', () => state.drafts?.flush());
render(<Library state={state} />, document.getElementById('app') as HTMLElement);
