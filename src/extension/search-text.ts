import { browser } from 'wxt/browser';

/** How long a search is remembered, in milliseconds. */
const rememberedMs = 10 * 60_000;

const key = 'searchText';

interface Remembered {
  text: string;
  /** Unix milliseconds. */
  at: number;
}

/** The part of `storage.session` that remembers the search: in memory, never on disk. */
export interface SearchMemory {
  get(key: string): Promise<Record<string, unknown>>;
  set(values: Record<string, Remembered>): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Remembers the text in the search field for ten minutes. */
export function rememberedSearch(
  session: SearchMemory = browser.storage.session,
  now: () => number = Date.now,
): { recallSearch(): Promise<string | undefined>; rememberSearch(text: string): Promise<void> } {
  return {
    async recallSearch() {
      const found = (await session.get(key))[key] as Remembered | undefined;
      if (found === undefined || now() - found.at < rememberedMs) return found?.text;
      await session.remove(key);
      return undefined;
    },
    rememberSearch: (text) => (text.trim() === '' ? session.remove(key) : session.set({ [key]: { text, at: now() } })),
  };
}
