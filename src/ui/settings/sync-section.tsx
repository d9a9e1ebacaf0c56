import { useSettings } from './context.ts';
import { SyncForm } from './sync-form.tsx';
import { SyncPreview } from './sync-preview.tsx';
import { SyncStatus } from './sync-status.tsx';

/** Connects a server, previews the effects of sync, and then shows its status. */
export function SyncSection() {
  const { t, engine, sync } = useSettings();
  const state = engine.state.value?.sync;
  if (state === undefined) return <p>{t('sync.lead')}</p>;
  const { server, check } = state;
  return (
    <>
      {server === undefined && <p>{t('sync.lead')}</p>}
      {server !== undefined && <SyncStatus state={state} server={server} />}
      {check?.status === 'ready' && <SyncPreview check={check} state={state} />}
      {check?.status !== 'ready' && (server === undefined || sync.isEditingServer.value) && <SyncForm check={check} />}
    </>
  );
}
