import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import { limits } from '../../v1/limits.ts';
import type { EngineControl } from '../../client/engine-control.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { createMemoryActions } from '../state/memory-actions.ts';
import { afterFailure } from '../state/after-failure.ts';
import { createBulk } from '../state/bulk.ts';
import { askForChanges, followChangesElsewhere } from '../state/changed-elsewhere.ts';
import { createCollections } from '../state/collections.ts';
import { createDrafts } from '../state/drafts.ts';
import type { DraftStore } from '../state/draft-store.ts';
import { createDuplicates, type PairStorage } from '../state/duplicates.ts';
import { createEngine } from '../state/engine.ts';
import { keyNames } from '../state/keyboard.ts';
import { joinFilters } from '../state/query-filters.ts';
import { withoutBlanks } from '../state/filters-address.ts';
import { createLoaded, loadAfterList } from '../state/loaded.ts';
import { createEarlierVersions } from '../state/earlier-versions.ts';
import { createMemorySync } from '../state/memory-sync.ts';
import { createMeaningStatus } from '../state/meaning.ts';
import { createNotices } from '../state/notices.ts';
import { createOpened } from '../state/opened.ts';
import { createJobs } from '../state/jobs.ts';
import { createResults } from '../state/results.ts';
import type { Rights } from '../state/rights.ts';
import { createSave, dropDraft } from '../state/save.ts';
import { createSaving } from '../state/saving.ts';
import { createSelection } from '../state/selection.ts';
import { createTagNames } from '../state/tag-names.ts';
import { createTokens } from '../state/tokens.ts';
import { createTrash } from '../state/trash.ts';
import type { ListFilters } from '../state/view.ts';
import { createBackupsModel, type BackupsHost } from '../transfer/backups.ts';
import { createExportSome } from '../transfer/export-some.ts';
import { saveFile } from '../transfer/save-file.ts';
import { createTransfer } from '../transfer/state.ts';
import { watchRecovery } from '../transfer/watch-recovery.ts';
import type { Ago } from '../i18n/ago.ts';
import type { Translate } from '../i18n/translator.ts';
import { WindowedRows } from './windowed-rows.tsx';
import { followFilters } from './follow-filters.ts';
import { sectionNames, type Route, type SectionName } from './route.ts';

export interface LibraryParts {
  client: Client;
  t: Translate;
  ago: Ago;
  platform: 'mac' | 'other';
  /** Opens an http or https address in a new tab. */
  openTab(url: string): Promise<void>;
  rights?: Rights;
  /** Checks again what the token may do. */
  learnRights?(): Promise<void>;
  /** The id of the token that the page uses; undefined if none. */
  ownToken?: ReadonlySignal<string | undefined>;
  /** Where the user's decisions about duplicates are stored. */
  pairStorage?: PairStorage;
  openSettings?(): Promise<void>;
  /** Controls the extension's engine; absent on a server's page. */
  control?: EngineControl;
  sections?: readonly SectionName[];
  /** Stores drafts; absent on pages without drafts. */
  draftStore?: DraftStore;
  /** In the extension: reads and adds backups, opens the folder for copies, reads PDF files, stores the last import. */
  fileHost?: Omit<BackupsHost, 'saveFile'>;
  /** Makes “Save to …” in the browser's context menu offer this collection. */
  rememberCollection?(collection: { id: string; name: string }): Promise<void>;
  /** How long to wait after a key press before searching: longer if each search counts against a rate limit. */
  pauseMs: number;
}

export type LibraryState = ReturnType<typeof createLibraryState>;

/** Creates the parts of the library's state and connects them. */
export function createLibraryState({
  client,
  t,
  ago,
  platform,
  openTab,
  rights,
  learnRights,
  ownToken = signal(undefined),
  pairStorage = localStorage,
  openSettings,
  control,
  sections = sectionNames.filter((name) => name !== 'transfer'),
  draftStore,
  fileHost,
  rememberCollection,
  pauseMs,
}: LibraryParts) {
  const route = signal<Route>({ section: 'memories' });
  const section = computed(() => route.value.section);
  const notices = createNotices(t);
  const results = createResults(client, { pauseMs, olderSize: limits.maxPageSize });
  const selection = createSelection(results, notices);
  const revealed = signal<string>();
  const jobs = createJobs();
  const opened = createOpened(client);
  const engine = control && createEngine(control, notices);
  if (control && engine) watchRecovery({ client, engine, control, notices, t, saveFile });
  const meaning = engine && createMeaningStatus(engine, results);
  const memorySync = control && engine && createMemorySync(control, engine, opened);
  const earlierVersions = control && createEarlierVersions({ client, control, opened, notices, t, results });
  const usage = createLoaded(() => client.usage.read());
  const tagNames = createTagNames(client);
  const tags = createLoaded(() => Array.fromAsync(client.tags.list({ limit: limits.maxPageSize })));
  const collections = createCollections({
    client,
    notices,
    t,
    onMemoriesMoved: async () => void (await Promise.all([results.refresh(), opened.reload()])),
  });
  let latestCollection: string | undefined;
  /**
   * A new note goes into the collection to which the list is limited or, without such a limit, into the collection of
   * the memory saved last.
   */
  const collectionOfNote = () => results.within.value?.collection ?? latestCollection;
  const saving = createSaving(client, async () => ({}), collectionOfNote);

  /** Refreshes what depends on the memories. Call when memories have changed. */
  async function onChanged(): Promise<void> {
    tagNames.forget();
    // If reading all tags takes several requests, only the section that manages tags reads them again.
    const isOneRequest = (tags.value.value?.length ?? 0) < limits.maxPageSize;
    const rereadTags = isOneRequest ? tags.refresh() : undefined;
    await Promise.all([usage.refresh(), collections.refresh(), saving.recheck(), rereadTags]);
  }

  afterFailure(results, () => Promise.all([learnRights?.(), onChanged()]));

  /** Remembers the collection for the next note and the context menu. */
  async function onSaved({ collection }: Memory): Promise<void> {
    latestCollection = collection ?? undefined;
    saving.change({ collection: collectionOfNote() });
    await onChanged();
    const last = collection === null ? undefined : collections.byId(collection);
    if (last !== undefined) await rememberCollection?.(last).catch(() => {});
  }

  const reloadOthers = () => void Promise.all([opened.reload(), onChanged()]);
  const reloadShown = async () => void (await Promise.all([results.refresh(), opened.reload(), onChanged()]));
  const actions = createMemoryActions({
    client,
    t,
    results,
    notices,
    opened,
    collections,
    onChanged,
    ...(draftStore && { draftStore }),
  });
  const bulk = createBulk({ client, t, jobs, notices, results, opened, onChanged });
  const duplicates = createDuplicates({
    client,
    t,
    jobs,
    notices,
    pairStorage,
    onChanged: reloadShown,
  });

  const save = createSave({ client, t, results, notices, saving, collections, onChanged, onSaved });
  const trash = createTrash({
    client,
    notices,
    t,
    onRestored: async () => void (await Promise.all([results.refresh(), onChanged()])),
  });
  const tokens = createTokens({ client, notices, t });

  const transfer = createTransfer({
    client,
    notices,
    t,
    host: { saveFile, ...fileHost },
    onChange: async () => void (await Promise.all([results.refresh(), onChanged()])),
  });
  const backups = control && fileHost && createBackupsModel({ control, host: { saveFile, ...fileHost }, notices, t });

  const go = (to: Route) => void (route.value = to);
  const openMemory = (memory: Memory) => {
    go({ ...listRoute(), memory: memory.id });
    void opened.open(memory.id, memory);
  };

  const drafts =
    draftStore &&
    createDrafts({
      store: draftStore,
      client,
      saving,
      actions,
      notices,
      t,
      save,
      show: (memory) => openMemory(memory),
    });

  /** The route of the list as it is now, with no memory open. */
  const listRoute = (): Route => ({
    section: 'memories',
    within: results.within.value,
    query: results.query.value.trim(),
  });

  /** Sets the filters or, without an argument, removes them. The query stays; an open memory closes. */
  const applyFilters = (within?: ListFilters) => go({ ...listRoute(), within: within && withoutBlanks(within) });

  return {
    t,
    ago,
    keys: keyNames(platform),
    platform,
    ...(rights && { rights }),
    openTab,
    ...(openSettings && { openSettings }),
    ...(engine && { engine }),
    ...(meaning && { meaning }),
    ...(memorySync && { memorySync }),
    ...(earlierVersions && { earlierVersions }),
    ...(drafts && { drafts }),
    ...(backups && { backups }),
    transfer,
    route,
    go,
    sections,
    results,
    selection,
    jobs,
    bulk,
    exportMemories: createExportSome({ client, jobs, notices, t, saveFile }),
    duplicates,
    Rows: WindowedRows,
    /** The id of the memory whose row is to be rendered and focused. */
    revealed,
    reveal: ({ id }: Memory) => void (revealed.value = id),
    notices,
    opened,
    openMemory,
    /**
     * Opens or closes a memory when `route` changes, until the returned function is called. Ignores changes of
     * `opened`, so that a deletion doesn't reopen the memory.
     */
    openMemoryOfRoute: () =>
      route.subscribe(({ memory }) => (memory === undefined ? opened.close() : void opened.open(memory))),
    closeMemory: () => go(listRoute()),
    applyFilters,
    /** Clears the query and shows the memories of a collection or with a tag. */
    showOnly: (within: ListFilters) => go({ section: 'memories', within: withoutBlanks(within) }),
    addFilters: (filters: Partial<ListFilters>) =>
      applyFilters(joinFilters(results.within.value, filters, { notices, t })),
    followFilters: () => followFilters(route, results),
    /** Follows changes that were made outside of this page, until the returned function is called. */
    followChangesElsewhere: () =>
      engine ? followChangesElsewhere(engine, results, reloadOthers) : askForChanges(section, results, reloadOthers),
    usage,
    tagNames,
    tags,
    collections,
    saving,
    actions,
    save,
    discardDraft: drafts?.discard ?? (() => dropDraft({ saving, notices, t })),
    trash,
    tokens,
    ownToken,

    async refresh(): Promise<void> {
      rights?.forget();
      const reloaders = {
        memories: opened.reload,
        trash: trash.refresh,
        collections: undefined,
        duplicates: undefined,
        transfer: undefined,
        tokens: tokens.refresh,
        plan: undefined,
      };
      const rightsKnown = learnRights?.();
      await loadAfterList(results.refresh(), () => [
        rightsKnown,
        saving.open(),
        onChanged(),
        reloaders[route.value.section]?.(),
      ]);
    },
  };
}
