import { sendAhead } from '../../src/client/transports/ahead.ts';
import { rememberedSearch } from '../../src/extension/search-text.ts';
import { pageLink } from '../../src/extension/engine/page-link.ts';
import { noteEnter } from '../../src/ui/popup/early-enter.ts';
import { followAppearance } from '../../src/ui/state/appearance.ts';
import { recentPath } from '../../src/ui/state/recent-path.ts';

followAppearance();
const wasEntered = noteEnter();

// Starts the engine and requests the recent memories while the code of the screen is still loading.
const { transport, control, pageLog } = pageLink();
const ahead = sendAhead(transport, { method: 'GET', path: recentPath });
const { recallSearch, rememberSearch } = rememberedSearch();
const recalled = recallSearch().catch(() => undefined);
const { startPopup } = await import('./screen.tsx');
startPopup({ transport: ahead, control, pageLog }, { recallSearch: () => recalled, rememberSearch }, wasEntered);
