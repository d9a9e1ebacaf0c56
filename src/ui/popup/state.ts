import { signal } from '@preact/signals';
import type { Commonplace } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { createMemoryActions } from '../state/memory-actions.ts';
import { keyNames } from '../state/keyboard.ts';
import { createEngine } from '../state/engine.ts';
import { exportAll } from '../transfer/export.ts';
import { createMeaningStatus } from '../state/meaning.ts';
import { createNotices } from '../state/notices.ts';
import { announceRestored, offerBackup, warnReadOnly } from '../state/recovery.ts';
import { createResults } from '../state/results.ts';
import { createSave } from '../state/save.ts';
import { createSaving } from '../state/saving.ts';
import type { PageLogControl } from '../../client/page-log.ts';
import { createDrafts } from '../state/drafts.ts';
import type { DraftStore } from '../state/draft-store.ts';
import type { EngineControl } from '../../client/engine-control.ts';
import type { Ago } from '../i18n/ago.ts';
import { formatsIn } from '../i18n/formats.ts';
import type { Translate } from '../i18n/translator.ts';
import type { PopupHost } from './host.ts';
import { createPageReader } from './page-reader.ts';
import { createRelatedSearch } from './related-search.ts';
import { createSearchText } from './search-text.ts';
import { createSiteAccess } from './site-access.ts';
import { createUndecidedSaves } from './undecided-saves.ts';

export interface PopupParts {
  client: Commonplace;
  host: PopupHost;
  control: EngineControl;
  pageLog: Pick<PageLogControl, 'sites'>;
  draftStore: DraftStore;
  t: Translate;
  ago: Ago;
}

export type PopupState = ReturnType<typeof createPopupState>;

/** Creates the parts of the popup's state and connects them. */
export function createPopupState({ client, host, control, pageLog, draftStore, t, ago }: PopupParts) {
  const results = createResults(client);
  const notices = createNotices(t);
  const engine = createEngine(control, notices);
  announceRestored(engine, notices, t);
  offerBackup(engine, notices, t, formatsIn('en'), ({ name }) => control.restore(name, 'merge'));
  warnReadOnly(engine, notices, t, async () => {
    const { name, blob, memories } = await exportAll(client, 'own');
    host.saveFile(name, blob);
    return memories;
  });
  const meaning = createMeaningStatus(engine, results.view, () => results.ask());
  const relatedSearch = createRelatedSearch({ host, results, notices, t });
  const memoryCount = createMemoryCount(client);
  const saving = createSaving(client, () => host.capture());
  const recheck = async () => void (await Promise.all([memoryCount.refresh(), saving.recheck()]));
  const actions = createMemoryActions({ client, t, results, notices, draftStore, recheck });
  const drafts = createDrafts({ store: draftStore, client, saving, actions, results, notices, t });
  const searchText = createSearchText(host, results);

  const undecidedSaves = createUndecidedSaves({
    host,
    notices,
    t,
    saved: async () => void (await Promise.all([results.refresh(), recheck()])),
  });

  const siteAccess = createSiteAccess({ client, host, pageLog, notices, t });

  const save = createSave({ client, t, results, notices, saving, recheck, onSaved: () => memoryCount.refresh() });

  const pageReader = createPageReader({
    client,
    host,
    notices,
    t,
    onChange: async () => void (await Promise.all([results.refresh(), recheck()])),
  });

  return {
    t,
    ago,
    /** What the keys do. */
    keyed: {
      platform: host.platform,
      results,
      actions,
      notices,
      saving,
      save,
      /** Opens the memory's page, or if it has none, its full text. */
      open: ({ id, url }: Memory) => void (url === null ? actions.toggle(id) : host.openTab(url)),
      related: () => void relatedSearch.relate(),
      settings: () => void host.openSettings(),
    },
    host,
    keys: keyNames(host.platform),
    openTab: (url: string) => host.openTab(url),
    results,
    notices,
    meaning,
    relatedSearch,
    count: memoryCount.count,
    saving,
    actions,
    save,
    drafts,
    pageReader,
    searchText,
    undecidedSaves,
    siteAccess,

    /** Loads everything that the popup shows, in parallel. */
    async open(): Promise<void> {
      drafts.begin();
      await Promise.all([
        searchText.restore().then(() => results.ask()),
        saving.open().then(drafts.meetPage),
        memoryCount.refresh(),
        undecidedSaves.refresh(),
        siteAccess.refresh(),
      ]);
    },
  };
}

/** The number of memories; undefined until known. */
function createMemoryCount(client: Commonplace) {
  const count = signal<number>();
  return {
    count,
    /** A failure only hides the count; the list reports it. */
    async refresh(): Promise<void> {
      count.value = await client.usage.read().then(
        (usage) => usage.memories.used,
        () => undefined,
      );
    },
  };
}
