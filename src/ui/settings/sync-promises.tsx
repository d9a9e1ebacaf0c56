import type { CollectionRights, SyncMode, SyncOffers } from '../../lib/sync.ts';
import { useSettings } from './context.ts';

interface PromisesProps {
  offers: SyncOffers;
  mode: SyncMode;
  /** Whether the token is limited to some collections. */
  isLimited: boolean;
}

/** What sync can promise on a server, and what it can't. */
export function SyncPromises({ offers, mode, isLimited }: PromisesProps) {
  const { t } = useSettings();
  if (mode === 'pull')
    return (
      <ul class="settings-facts">
        <li>{t(isLimited ? 'sync.someCollections' : 'sync.takesDeletes')}</li>
      </ul>
    );
  const deletes = isLimited ? 'sync.deletesThere' : 'sync.deletes';
  return (
    <ul class="settings-facts">
      <li>{t(offers.exactlyOnce ? 'sync.once' : 'sync.notOnce')}</li>
      <li>{t(offers.guardsEdits ? 'sync.guarded' : 'sync.notGuarded')}</li>
      <li>{t(offers.deletes ? deletes : 'sync.noDeletes')}</li>
      {isLimited && <li>{t('sync.someCollections')}</li>}
      {!offers.renames && <li>{t(offers.moves ? 'sync.noRenames' : 'sync.noMoves')}</li>}
      {!offers.addresses && <li>{t('sync.noAddresses')}</li>}
      <li>{t('sync.time')}</li>
    </ul>
  );
}

interface RightsProps {
  collections: CollectionRights;
  host: string;
  sends: boolean;
}

/** What the token can't do with collections. */
export function CollectionsMissing({ collections: { see, change }, host, sends }: RightsProps) {
  const { t } = useSettings();
  if (!see) return <p>{t(sends ? 'sync.unseenCollections' : 'sync.unseenThere', { host })}</p>;
  return sends && !change ? <p>{t('sync.fixedCollections', { host })}</p> : null;
}
