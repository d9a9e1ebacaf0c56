import type { Commonplace } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { createMemoryActions } from '../state/memory-actions.ts';
import { keyNames } from '../state/keyboard.ts';
import { createEngine } from '../state/engine.ts';
import { exportOf } from '../state/export.ts';
import { createMeaningStatus } from '../state/meaning.ts';
import { createMemoryCount } from '../state/memory-count.ts';
import { createNotices } from '../state/notices.ts';
import { tellReadOnly, tellRestored } from '../state/recovery.ts';
import { createResults } from '../state/results.ts';
import { createSave } from '../state/save.ts';
import { createSaving } from '../state/saving.ts';
import type { EngineControl } from '../../client/engine-control.ts';
import type { Ago } from '../i18n/ago.ts';
import type { Translate } from '../i18n/translator.ts';
import type { PopupHost } from './host.ts';
import { createRelating } from './relating.ts';
import { createUndeciding } from './undeciding.ts';

export interface PopupParts {
  client: Commonplace;
  host: PopupHost;
  control: EngineControl;
  t: Translate;
  ago: Ago;
}

export type PopupState = ReturnType<typeof createPopupState>;

/** The parts of the popup's state, and what joins them. */
export function createPopupState({ client, host, control, t, ago }: PopupParts) {
  const results = createResults(client);
  const notices = createNotices(t);
  const engine = createEngine(control, notices);
  tellRestored(engine, notices, t);
  tellReadOnly(engine, notices, t, async () => {
    const { text, memories } = await exportOf(client);
    host.download('commonplace.jsonl', text);
    return memories;
  });
  const meaning = createMeaningStatus(engine, results.view, () => results.ask());
  const relating = createRelating({ host, results, notices, t });
  const memoryCount = createMemoryCount(client);
  const saving = createSaving(client, () => host.capture());
  const recheck = async () => void (await Promise.all([memoryCount.refresh(), saving.recheck()]));
  const acts = createMemoryActions({ client, t, results, notices, recheck });

  const undeciding = createUndeciding({
    host,
    notices,
    t,
    saved: async () => void (await Promise.all([results.refresh(), recheck()])),
  });

  const save = createSave({ client, t, results, notices, saving, recheck, saved: () => memoryCount.refresh() });

  return {
    t,
    ago,
    /** What the keys do. */
    keyed: {
      platform: host.platform,
      results,
      acts,
      notices,
      saving,
      save,
      /** The page that a memory is from; where it has none, its whole text. */
      open: ({ id, url }: Memory) => void (url === null ? acts.toggle(id) : host.openTab(url)),
      related: () => void relating.relate(),
      settings: () => void host.openSettings(),
    },
    host,
    keys: keyNames(host.platform),
    openTab: (url: string) => host.openTab(url),
    results,
    notices,
    meaning,
    relating,
    count: memoryCount.count,
    saving,
    acts,
    save,
    undeciding,

    /** Everything that the popup shows when it opens; nothing waits for anything else. */
    async open(): Promise<void> {
      await Promise.all([results.ask(), saving.open(), memoryCount.refresh(), undeciding.refresh()]);
    },
  };
}
