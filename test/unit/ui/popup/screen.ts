import { createPopupState } from '../../../../src/ui/popup/state.ts';
import type { PageLogControl } from '../../../../src/client/page-log.ts';
import type { PopupHost } from '../../../../src/ui/popup/host.ts';
import { draftStore, type DraftStorage } from '../../../../src/ui/state/draft-store.ts';
import type { Captured } from '../../../../src/ui/state/save-draft.ts';
import { agoIn } from '../../../../src/ui/i18n/ago.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { standInEngineControl } from '../../../support/engine-control.ts';
import { connectToService, type TestConnection } from '../connection.ts';

export const page: Captured = { title: 'How to bleed a radiator', url: 'https://example.org/radiator' };
export const passage: Captured = { ...page, selection: 'Open the valve until water comes' };

/** A separate `localStorage` in RAM. */
export function storageInMemory(): DraftStorage & { keys(): string[] } {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
    keys: () => [...values.keys()],
  };
}

/** A popup over the real service. `captured`: what the popup gets from the active page. */
export function popupOn(
  captured: Captured | undefined,
  connection: TestConnection = connectToService(),
  more: Partial<PopupHost> = {},
  control = standInEngineControl(),
  pageLog: Pick<PageLogControl, 'sites'> = { sites: async () => [] },
  storage: DraftStorage = storageInMemory(),
) {
  const t = translator();
  const host: PopupHost = {
    capture: async () => captured,
    pageText: async () => ({ missing: 'forbidden' }),
    readPage: async () => ({ missing: 'forbidden' }),
    markQuotes: async () => undefined,
    openTab: async () => {},
    openLibrary: async () => {},
    openSettings: async () => {},
    saveFile: () => {},
    rememberCollection: async () => {},
    shortcut: async () => undefined,
    undecided: async () => [],
    sendAgain: async () => true,
    discard: async () => {},
    undoDiscard: async () => {},
    site: async () => undefined,
    reviewSite: async () => {},
    disconnectSite: async () => {},
    siteChanged: async () => {},
    recallSearch: async () => undefined,
    rememberSearch: async () => {},
    platform: 'other',
    ...more,
  };
  const state = createPopupState({
    client: connection.client,
    host,
    control,
    pageLog,
    draftStore: draftStore(storage),
    t,
    ago: agoIn(t),
  });
  const { results, notices } = state;
  return {
    ...state,
    connection,
    control,
    shown: () => results.view.value?.memories.map(({ content }) => content),
    /** The notice and the label of its button. */
    shownNotice: () => [notices.current.value?.text, notices.current.value?.action?.label],
    /** Presses the notice's button. */
    press: () => notices.current.value!.action!.run(),
    /** The contents of the stored memories, regardless of what the popup shows. */
    stored: async () =>
      (await connection.sendFromElsewhere('GET', '/memories')).body.memories.map(
        (memory: { content: string }) => memory.content,
      ),
  };
}

export type PopupOn = ReturnType<typeof popupOn>;
