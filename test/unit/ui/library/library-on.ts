import type { EngineControl } from '../../../../src/client/engine-control.ts';
import { ownClient } from '../../../../src/client/index.ts';
import { createLibraryState } from '../../../../src/ui/library/state.ts';
import { draftStore, type DraftStorage } from '../../../../src/ui/state/draft-store.ts';
import { createRights } from '../../../../src/ui/state/rights.ts';
import { agoIn } from '../../../../src/ui/i18n/ago.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { connectToService, type TestConnection } from '../connection.ts';

/** A library over the real service. With `control`, it runs as in the extension. */
export function libraryOn(
  connection: TestConnection = connectToService(),
  drafts?: DraftStorage,
  control?: EngineControl,
) {
  const remembered = new Map<string, string>();
  const t = translator();
  const rights = createRights();
  const transport = rights.watch(connection.transport);
  const state = createLibraryState({
    client: ownClient(transport),
    t,
    ago: agoIn(t),
    platform: 'other',
    openTab: async () => {},
    rights,
    learnRights: () => rights.learn(transport),
    pairStorage: {
      getItem: (key) => remembered.get(key) ?? null,
      setItem: (key, value) => void remembered.set(key, value),
    },
    pauseMs: 60,
    ...(drafts && { draftStore: draftStore(drafts) }),
    ...(control && { control }),
  });
  return {
    ...state,
    rights,
    connection,
    shown: () => state.results.view.value?.memories.map(({ content }) => content),
    shownNotice: () => [state.notices.current.value?.text, state.notices.current.value?.action?.label],
    press: () => state.notices.current.value!.action!.run(),
    /** The texts of the stored memories, regardless of what the library shows. */
    stored: async (query = '') =>
      (await connection.sendFromElsewhere('GET', `/memories${query}`)).body.memories.map(
        (memory: { content: string }) => memory.content,
      ),
  };
}
