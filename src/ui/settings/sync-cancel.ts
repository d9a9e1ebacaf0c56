import { syncServerOf } from '../state/engine.ts';
import type { SyncCheck } from '../../lib/sync.ts';
import { useSettings } from './context.ts';

/**
 * Returns a function that cancels the check of a server. It also removes the browser's permission for the server,
 * unless sync or a site with access needs it.
 */
export function useCancel(check: SyncCheck | undefined): () => void {
  const { engine, sites, sync } = useSettings();
  return () => {
    const isConnected = check?.address === syncServerOf(engine);
    const isNeeded = check === undefined || isConnected || sites.hasAccess(check.address);
    void sync.cancel(isNeeded ? undefined : check.address);
  };
}
