import { signal } from '@preact/signals';
import type { EngineControl } from '../../client/engine-control.ts';
import type { Client } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { createEngine } from '../state/engine.ts';
import { createMeaningStatus } from '../state/meaning.ts';
import { createMemoryActions } from '../state/memory-actions.ts';
import { keyNames } from '../state/keyboard.ts';
import { withoutBlanks } from '../state/filters-address.ts';
import { createNotices } from '../state/notices.ts';
import { createOpened } from '../state/opened.ts';
import { joinFilters } from '../state/query-filters.ts';
import { createResults } from '../state/results.ts';
import { createSave } from '../state/save.ts';
import { createSaving } from '../state/saving.ts';
import type { ListFilters } from '../state/view.ts';
import type { Ago } from '../i18n/ago.ts';
import type { Translate } from '../i18n/translator.ts';

/** What the welcome page needs from the browser. */
export interface WelcomeHost {
  platform: 'mac' | 'other';
  openTab(url: string): Promise<void>;
  openLibrary(): Promise<void>;
  /** The shortcut that opens the popup, as the browser writes it; undefined if none is set. */
  shortcut(): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface WelcomeParts {
  client: Client;
  control: EngineControl;
  host: WelcomeHost;
  t: Translate;
  ago: Ago;
}

export type WelcomeState = ReturnType<typeof createWelcomeState>;

/** The state of the welcome page: one note to save, and a search that finds it. */
export function createWelcomeState({ client, control, host, t, ago }: WelcomeParts) {
  const results = createResults(client);
  const notices = createNotices(t);
  /** Repeats the search once the saved note is indexed. Until then, the example query can't find the note. */
  const meaning = createMeaningStatus(createEngine(control, notices), results);
  const saving = createSaving(client, async () => ({}));
  const actions = createMemoryActions({ client, t, results, notices, onChanged: async () => {} });
  const hasSaved = signal(false);
  const save = createSave({
    client,
    t,
    results,
    notices,
    saving,
    onChanged: async () => {},
    onSaved: async () => void (hasSaved.value = true),
  });
  saving.note(t('welcome.example'));
  /** This page has no pane for reading a memory. To show the whole text, the memory's row opens for editing. */
  const open = (memory: Memory) => actions.edit(memory, 'text');

  return {
    t,
    ago,
    host,
    keys: keyNames(host.platform),
    platform: host.platform,
    openTab: (url: string) => host.openTab(url),
    results,
    meaning,
    notices,
    saving,
    actions,
    save,
    hasSaved,
    open,
    opened: createOpened(client),
    openMemory: open,
    addFilters: (filters: Partial<ListFilters>) =>
      void results.setFilters(withoutBlanks(joinFilters(results.within.value, filters, { notices, t }))),
  };
}
