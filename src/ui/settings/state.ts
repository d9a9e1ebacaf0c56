import type { EngineControl, EngineState, ModelChoice } from '../../client/engine-control.ts';
import type { PageLogControl } from '../../client/page-log.ts';
import type { Client } from '../../client/index.ts';
import { createAppearance } from '../state/appearance.ts';
import { createCollections } from '../state/collections.ts';
import { createEngine, syncServerOf } from '../state/engine.ts';
import { keyNames } from '../state/keyboard.ts';
import { createLoaded } from '../state/loaded.ts';
import { createNotices } from '../state/notices.ts';
import { agoIn } from '../i18n/ago.ts';
import { formatsIn } from '../i18n/formats.ts';
import type { Translate } from '../i18n/translator.ts';
import { createBackupsModel, type BackupsHost } from '../transfer/backups.ts';
import { createTransfer } from '../transfer/state.ts';
import { createSites, type SitesHost } from './sites.ts';
import { createConflictPairs } from './sync-conflicts.ts';
import { createSyncModel, type SyncHost } from './sync.ts';

/** What the settings need from the browser. */
export interface SettingsHost extends SitesHost, BackupsHost, SyncHost {
  version: string;
  platform: 'mac' | 'other';
  shortcuts(): Promise<Shortcut[]>;
  /** Opens the browser's page of shortcuts; absent in browsers where an extension can't. */
  openShortcuts?: (() => Promise<void>) | undefined;
  openLibrary(): Promise<void>;
  /** Whether the browser has a sidebar rather than a side panel. */
  hasSidebar: boolean;
}

/** A shortcut that works anywhere in the browser. */
export interface Shortcut {
  /** The name of the command in the manifest. */
  name: string;
  description: string;
  /** The keys, as the browser writes them. Undefined if unset, for example because another extension uses them. */
  keys: string | undefined;
  /** The keys that the extension suggests to the browser. */
  suggested: string | undefined;
}

export interface SettingsParts {
  client: Client;
  host: SettingsHost;
  control: EngineControl;
  pageLog: PageLogControl;
  t: Translate;
  /** A BCP 47 tag. */
  locale?: string;
}

export type SettingsState = ReturnType<typeof createSettingsState>;

export function createSettingsState({ client, host, control, pageLog, t, locale = 'en' }: SettingsParts) {
  const notices = createNotices(t);
  const engine = createEngine(control, notices);
  const syncServer = () => syncServerOf(engine);
  return {
    t,
    host,
    notices,
    keys: keyNames(host.platform),
    engine,
    formats: formatsIn(locale),
    ago: agoIn(t, locale),
    sites: createSites({ client, pageLog, host, syncServer, notices, t }),
    backups: createBackupsModel({ control, host, notices, t }),
    sync: createSyncModel({ client, control, host, syncServer, notices, t }),
    conflictPairs: createConflictPairs({ client, notices, t }),
    appearance: createAppearance(),
    shortcuts: createLoaded(() => host.shortcuts()),
    collections: createCollections({ client, notices, t, onMemoriesMoved: async () => {} }),
    transfer: createTransfer({ client, host, notices, t }),
  };
}

/**
 * The models to show: those that can be used here, and those in use, chosen or downloaded, which the user may want to
 * replace or remove.
 */
export function modelsToShow({ models, model, coming, fallback }: EngineState): ModelChoice[] {
  const involved = new Set([model.id, coming?.id, fallback?.from.id]);
  return models.filter(
    ({ id, chosen, download, unavailable }) =>
      unavailable === undefined || chosen || involved.has(id) || download?.fetched === true,
  );
}
