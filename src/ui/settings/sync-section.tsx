import { useSettings } from './context.ts';
import { EnginePending } from './engine-pending.tsx';
import { SyncForm } from './sync-form.tsx';
import { SyncPreview } from './sync-preview.tsx';
import { SyncStatus } from './sync-status.tsx';

/** Connects a server, previews the effects of sync, and then shows its status. */
export function SyncSection() {
  const { t, engine, sync } = useSettings();
  const state = engine.state.value?.sync;
  if (state === undefined)
    return (
      <>
        <p>{t('sync.lead')}</p>
        {engine.state.value === undefined && <EnginePending />}
      </>
    );
  const { server, check } = state;
  // The form is also shown after a failed check, because the form reports the failure.
  const hasForm = server === undefined || sync.isEditingServer.value || check?.status === 'failed';
  return (
    <>
      {server === undefined && <p>{t('sync.lead')}</p>}
      {server !== undefined && <SyncStatus state={state} server={server} />}
      {check?.status === 'ready' && <SyncPreview check={check} state={state} />}
      {check?.status !== 'ready' && hasForm && <SyncForm check={check} isConnected={server !== undefined} />}
    </>
  );
}
