import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { afterFailure } from '../state/after-failure.ts';
import { followChangesElsewhere } from '../state/changed-elsewhere.ts';
import { createCollections } from '../state/collections.ts';
import { createMemoryActions } from '../state/memory-actions.ts';
import { keyNames } from '../state/keyboard.ts';
import { createEngine, syncServerOf } from '../state/engine.ts';
import { watchRecovery } from '../transfer/watch-recovery.ts';
import { withoutBlanks } from '../state/filters-address.ts';
import { loadAfterList } from '../state/loaded.ts';
import { createMemorySync } from '../state/memory-sync.ts';
import { createMeaningStatus } from '../state/meaning.ts';
import { createNotices } from '../state/notices.ts';
import { createOpened } from '../state/opened.ts';
import { joinFilters } from '../state/query-filters.ts';
import { createResults } from '../state/results.ts';
import { createSave } from '../state/save.ts';
import { createSaving } from '../state/saving.ts';
import type { PageLogControl } from '../../client/page-log.ts';
import { createTagNames } from '../state/tag-names.ts';
import type { ListFilters } from '../state/view.ts';
import { createDrafts } from '../state/drafts.ts';
import type { DraftStore } from '../state/draft-store.ts';
import type { EngineControl } from '../../client/engine-control.ts';
import type { Ago } from '../i18n/ago.ts';
import type { Translate } from '../i18n/translator.ts';
import type { PopupHost } from './host.ts';
import { createPageQuotes } from './page-quotes.ts';
import { createPageReader } from './page-reader.ts';
import { createPageUpdates } from './page-updates.ts';
import { createRelatedSearch } from './related-search.ts';
import { createSearchText } from './search-text.ts';
import { createSiteAccess } from './site-access.ts';
import { createUndecidedSaves } from './undecided-saves.ts';

export interface PopupParts {
  client: Client;
  host: PopupHost;
  control: EngineControl;
  pageLog: Pick<PageLogControl, 'sites'>;
  draftStore: DraftStore;
  t: Translate;
  ago: Ago;
}

/** How many rows fill the popup's list if each row has only one line. */
const firstRows = 9;

const relatedCount = 3;

export type PopupState = ReturnType<typeof createPopupState>;

/** Creates the parts of the popup's state and connects them. */
export function createPopupState({ client, host, control, pageLog, draftStore, t, ago }: PopupParts) {
  // Searching by word takes a few milliseconds, so it follows each key press at once.
  const results = createResults(client, { pauseMs: 0 });
  const notices = createNotices(t);
  const opened = createOpened(client);
  const engine = createEngine(control, notices);
  watchRecovery({ client, engine, control, notices, t, saveFile: host.saveFile });
  const meaning = createMeaningStatus(engine, results);
  const memorySync = createMemorySync(control, engine, opened);
  const relatedSearch = createRelatedSearch({ host, results, notices, t });
  const memoryCount = createMemoryCount(client);
  const saving = createSaving(client, () => host.capture());
  const tagNames = createTagNames(client);
  const collections = createCollections({ client, notices, t, onMemoriesMoved: () => results.refresh() });
  /** Refreshes what depends on the memories. Call when memories have changed. */
  async function onChanged(): Promise<void> {
    tagNames.forget();
    await Promise.all([memoryCount.refresh(), saving.recheck(), collections.refresh()]);
  }
  afterFailure(results, onChanged);

  const actions = createMemoryActions({ client, t, results, notices, opened, draftStore, collections, onChanged });
  async function onSaved({ collection }: Memory): Promise<void> {
    await onChanged();
    const last = collection === null ? undefined : collections.byId(collection);
    if (last !== undefined) await host.rememberCollection(last).catch(() => {});
  }

  const save = createSave({ client, t, results, notices, saving, collections, onChanged, onSaved });
  const drafts = createDrafts({
    store: draftStore,
    client,
    saving,
    actions,
    notices,
    t,
    save,
    show: (memory) => results.showSingle(memory),
  });
  const searchText = createSearchText(host, results);

  const undecidedSaves = createUndecidedSaves({
    host,
    notices,
    t,
    onSaved: async () => void (await Promise.all([results.refresh(), onChanged()])),
  });

  const siteAccess = createSiteAccess({ client, host, pageLog, syncServer: () => syncServerOf(engine), notices, t });

  const openMemory = (memory: Memory) => void opened.open(memory.id, memory);
  const related = () => void relatedSearch.relate();
  const settings = () => void host.openSettings();
  /** Whether there is something to save that isn't saved yet. True while the page is still being read. */
  const canSave = () =>
    saving.draft.value?.content !== '' &&
    !saving.writing.value &&
    saving.existing.value === undefined &&
    saving.earlier.value === undefined;

  const pageQuotes = createPageQuotes({ host, saving, notices, t });
  const pageReader = createPageReader({
    client,
    host,
    notices,
    t,
    onChange: async () => void (await Promise.all([results.refresh(), onChanged()])),
  });
  const pageUpdates = createPageUpdates({ saving, notices, change: actions.change });

  return {
    t,
    ago,
    keyTargets: {
      platform: host.platform,
      results,
      actions,
      notices,
      saving,
      save,
      canSave,
      opened,
      open: openMemory,
      openTab: (url: string) => host.openTab(url),
      related,
      settings,
      library: () => void host.openLibrary(),
      readText: () => void pageReader.read(),
      showQuotes: () => {
        if (pageQuotes.all.value.length > 0) void pageQuotes.show();
      },
      update: () => void pageUpdates.update(),
    },
    host,
    keys: keyNames(host.platform),
    openTab: (url: string) => host.openTab(url),
    results,
    notices,
    opened,
    openMemory,
    addFilters(filters: Partial<ListFilters>): void {
      opened.close();
      void results.setFilters(withoutBlanks(joinFilters(results.within.value, filters, { notices, t })));
    },
    changeFilters: (filters: Partial<ListFilters>) =>
      void results.setFilters(withoutBlanks({ tags: [], ...results.within.value, ...filters })),
    clearFilters: () => void results.setFilters(undefined),
    meaning,
    memorySync,
    /** Follows changes that were made outside of the popup, until the returned function is called. */
    followChangesElsewhere: () =>
      followChangesElsewhere(engine, results, () => void Promise.all([opened.reload(), onChanged()])),
    relatedSearch,
    count: memoryCount.count,
    engine: engine.state,
    saving,
    tagNames,
    firstRows,
    collections,
    actions,
    save,
    drafts,
    pageQuotes,
    pageReader,
    pageUpdates,
    searchText,
    canSave,
    undecidedSaves,
    siteAccess,

    /** Memories near in meaning to this one: only certain matches, nearest first. */
    async findRelated({ id: memoryId }: Memory): Promise<Memory[]> {
      const { memories } = await client.memories.search({ like: { memoryId }, limit: relatedCount });
      return memories.filter(({ match }) => match.certain);
    },

    /** Saves what the page offers, unless it is saved already. For an Enter that came before the page was read. */
    async saveOffered(): Promise<void> {
      await saving.untilRead();
      await saving.untilChecked();
      if (canSave()) await save();
    },

    /** Loads everything that the popup shows: first the list and the draft that the page offers, then the rest. */
    async open(): Promise<void> {
      drafts.begin();
      const listed = searchText.restore().then(() => results.ask());
      const offered = saving.open().then(drafts.restorePageDraft);
      await loadAfterList(listed, () => [
        offered,
        memoryCount.refresh(),
        undecidedSaves.refresh(),
        siteAccess.open(),
        collections.refresh(),
      ]);
    },
  };
}

/** The number of memories; undefined if it isn't known. */
function createMemoryCount(client: Client) {
  const count = signal<number>();
  return {
    count,
    /** If this fails, only the count is missing: the list shows the error. */
    async refresh(): Promise<void> {
      count.value = await client.usage.read().then(
        (usage) => usage.memories.used,
        () => undefined,
      );
    },
  };
}
