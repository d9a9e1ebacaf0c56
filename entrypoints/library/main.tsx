import { sendAhead } from '../../src/client/transports/ahead.ts';
import { pageLink } from '../../src/extension/engine/page-link.ts';
import { followAppearance } from '../../src/ui/state/appearance.ts';
import { recentPath } from '../../src/ui/state/recent-path.ts';

followAppearance();

// Lets the engine start and read what the library shows first, while the code of the screen is still loading.
const { transport, control } = pageLink();
const isFiltered = location.hash.includes('?');
const ahead = isFiltered ? transport : sendAhead(transport, { method: 'GET', path: recentPath });
const { startLibrary } = await import('./screen.tsx');
startLibrary({ transport: ahead, control });
