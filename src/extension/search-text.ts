import { browser } from 'wxt/browser';

const rememberedMs = 10 * 60_000;

const key = 'searchText';

interface Remembered {
  text: string;
  /** The address or the id of the tab that the search was made on (see `activeAddress`). */
  page: string;
  /** Unix milliseconds. */
  at: number;
}

/** The part of `storage.session` that remembers the search: in memory, never on disk. */
export interface SearchStorage {
  get(key: string): Promise<Record<string, unknown>>;
  set(values: Record<string, Remembered>): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Remembers the text in the search field for ten minutes, while the active tab has the same address. */
export function rememberedSearch(
  session: SearchStorage = browser.storage.session,
  now: () => number = Date.now,
  activePage: () => Promise<string> = activeAddress,
): { recallSearch(): Promise<string | undefined>; rememberSearch(text: string): Promise<void> } {
  /**
   * The active page's address, read only once. If each `rememberSearch` read it, two calls could end in the wrong
   * order, and the older text would replace the newer one.
   */
  let page: Promise<string> | undefined;
  const thisPage = () => (page ??= activePage());
  return {
    async recallSearch() {
      const last = (await session.get(key))[key] as Remembered | undefined;
      if (last === undefined) return undefined;
      if (now() - last.at < rememberedMs) return last.page === (await thisPage()) ? last.text : undefined;
      await session.remove(key);
      return undefined;
    },
    async rememberSearch(text) {
      const record = { text, page: await thisPage(), at: now() };
      await (text.trim() === '' ? session.remove(key) : session.set({ [key]: record }));
    },
  };
}

/** The address of the active tab, or the tab's id if the browser keeps the address from extensions. */
async function activeAddress(): Promise<string> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.url ?? String(tab?.id);
}
