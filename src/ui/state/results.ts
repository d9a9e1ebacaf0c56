import { batch, computed, signal } from '@preact/signals';
import { ServiceError, type Client } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { searchedText } from './query-filters.ts';
import { createReader } from './reader.ts';
import { pageSize } from './recent-path.ts';
import { isSameOrder, mergeKeepingPinned } from './refine.ts';
import {
  isRecent,
  isSameQuestion,
  questionOf,
  type Listed,
  type Near,
  type Outcome,
  type View,
  type Within,
} from './view.ts';

/** Sorts as the service lists: by creation, then id. */
const newer = ({ createdAt, id }: Memory): string => createdAt + id;

/** How long a request may take before the screen shows that it is waiting. */
const slowMs = 100;

/** How long to wait before asking the same question again; undefined if waiting doesn't help. */
function waitMsOf(failure: unknown): number | undefined {
  if (!(failure instanceof ServiceError) || failure.code !== 'unavailable') return undefined;
  return failure.retryAfter === undefined ? undefined : failure.retryAfter * 1_000;
}

type Deliver = (outcome: Outcome) => void;

export type Results = ReturnType<typeof createResults>;

/**
 * The list under the search field: recent memories, search results, or what is similar to a memory or page.
 * @param options `pauseMs`: the wait after a key press before a search; `olderSize`: older memories to load at once
 */
export function createResults(client: Client, { pauseMs = 60, olderSize = pageSize } = {}) {
  const reader = createReader(client);
  /** The text in the search field. */
  const query = signal('');
  /** The part of it that is searched for. */
  const searched = computed(() => searchedText(query.value));
  const near = signal<Near>();
  /** The filters of recent and found memories; similar memories are searched for among all memories. */
  const within = signal<Within>();
  const shown = signal<Outcome>();
  /** An answer that arrived while the list was touched; shown once the user leaves the list. */
  const pending = signal<Outcome>();
  /** What was shown before each list of similar memories, latest last, for `back`. */
  const backStack = signal<Outcome[]>([]);
  const slow = signal(false);
  /** Whether the user points at the list or moves through it, and hasn't typed since. Then no row may move. */
  const isTouched = signal(false);
  /** Whether the list took the place of another, to which `back` returns. */
  const isAside = computed(() => backStack.value.length > 0);
  const view = computed(() => (shown.value !== undefined && 'view' in shown.value ? shown.value.view : undefined));

  let pinnedRows = (): string[] => [];
  let isBackStackStale = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  function show(outcome: Outcome): void {
    batch(() => {
      shown.value = outcome;
      pending.value = undefined;
    });
  }

  /** Shows an answer, or holds it as pending while the list is touched. */
  function showOrHold(outcome: Outcome): void {
    if (isTouched.value && shown.value !== undefined) pending.value = outcome;
    else show(outcome);
  }

  /** Applies a better answer to the shown view without moving pinned rows; the new order waits as pending. */
  function refine(now: View, better: View): void {
    const memories = mergeKeepingPinned(now.memories, better.memories, pinnedRows());
    batch(() => {
      show({ view: { ...better, memories } });
      if (!isSameOrder(memories, better.memories)) pending.value = { view: better };
    });
  }

  function cancel(): void {
    clearTimeout(pause);
    running?.abort();
    running = undefined;
    slow.value = false;
  }

  /** Reads what should be shown now. Ignores answers to earlier questions. */
  async function ask(deliver: Deliver = showOrHold): Promise<void> {
    cancel();
    const { signal } = (running = new AbortController());
    const waiting = setTimeout(() => (slow.value = true), slowMs);
    signal.addEventListener('abort', () => clearTimeout(waiting));
    const question = {
      query: searched.value,
      near: near.value,
      within: near.value === undefined ? within.value : undefined,
    };
    const outcome = await read(deliver, signal).then(
      (answer): Outcome => ({ view: answer }),
      (failure: unknown): Outcome => ({ ...question, failure }),
    );
    if (signal.aborted) return;
    cancel();
    const now = view.value;
    const isBetter = now?.mode === 'looking' || (now?.mode !== undefined && deliver === showOrHold);
    if (isBetter && 'view' in outcome && isSameQuestion(now, outcome.view)) refine(now, outcome.view);
    else deliver(outcome);
    const waitMs = 'failure' in outcome ? waitMsOf(outcome.failure) : undefined;
    if (waitMs !== undefined) pause = setTimeout(() => void ask(deliver), waitMs);
  }

  function read(deliver: Deliver, signal: AbortSignal): Promise<View> {
    if (near.value !== undefined) return reader.near(near.value, searched.value, signal);
    if (searched.value.trim() !== '') return search(searched.value, deliver, signal);
    const now = view.value;
    return reader.recent(
      within.value,
      now !== undefined && isRecent(now) && now.within === within.value ? now.memories.length : 0,
      signal,
    );
  }

  /** Delivers keyword results first, unless a better answer is shown already, and returns the hybrid ones. */
  async function search(wanted: string, deliver: Deliver, signal: AbortSignal): Promise<View> {
    const [now, filters] = [view.value, within.value];
    if (now?.mode !== undefined && now.mode !== 'looking' && isSameQuestion(now, { query: wanted, within: filters }))
      return reader.search(wanted, filters, 'hybrid', signal);
    const byWord = await reader.search(wanted, filters, 'keyword', signal);
    signal.throwIfAborted();
    // Don't empty the list: search by meaning may find something in a moment.
    if (byWord.memories.length > 0) deliver({ view: byWord });
    return reader.search(wanted, filters, 'hybrid', signal).catch((): View => ({ ...byWord, mode: 'keyword' }));
  }

  /** Applies a change to every list: shown, pending and on the back stack. */
  function change(memories: (now: Listed[]) => Listed[]): void {
    const changed = <Maybe extends Outcome | undefined>(outcome: Maybe) =>
      outcome !== undefined && 'view' in outcome
        ? { view: { ...outcome.view, memories: memories(outcome.view.memories) } }
        : outcome;
    batch(() => {
      shown.value = changed(shown.value);
      pending.value = changed(pending.value);
      backStack.value = backStack.value.map(changed);
    });
  }

  /** Appends the next page of recent memories. @throws CommonplaceError */
  async function more(): Promise<void> {
    const from = view.value;
    if (from?.nextCursor == null) return;
    const page = await reader.older(from, olderSize);
    if (view.value === from)
      shown.value = {
        view: { ...from, memories: [...from.memories, ...page.memories], nextCursor: page.nextCursor ?? null },
      };
  }

  function leaveNear(): void {
    near.value = undefined;
    backStack.value = [];
    isBackStackStale = false;
  }

  return {
    query,
    searched,
    shown,
    pending,
    slow,
    isTouched,
    view,
    near,
    within,
    backStack,
    isAside,
    ask,

    /** Sets the function that returns the ids of rows that must not move. */
    setPinned(rows: () => string[]): void {
      pinnedRows = rows;
    },

    /** Call when the user has typed. */
    type(text: string): void {
      leaveNear();
      query.value = text;
      isTouched.value = false;
      pending.value = undefined;
      cancel();
      if (text.trim() === '' || pauseMs === 0) void ask();
      else pause = setTimeout(() => void ask(), pauseMs);
    },

    /** Sets or clears the filters; the query stays. */
    setFilters(filters: Within | undefined): Promise<void> {
      leaveNear();
      within.value = filters;
      isTouched.value = false;
      return ask(show);
    },

    /** Reloads after the user's own action: the answer shows even while the list is touched. */
    refresh(): Promise<void> {
      isBackStackStale = backStack.value.length > 0;
      return ask(show);
    },

    /** Shows what is similar to a memory or page instead of the list, until `back`. */
    findSimilar(wanted: Near): Promise<void> {
      const before = shown.value;
      const isAnswered = before !== undefined && questionOf(before).near === near.value;
      if (isAnswered) backStack.value = [...backStack.value, before];
      near.value = wanted;
      return ask(show);
    },

    /** Returns to what was shown before the latest `findSimilar`; reloads it if something has changed since. */
    async back(): Promise<void> {
      const before = backStack.value.at(-1);
      if (before === undefined) return;
      cancel();
      near.value = questionOf(before).near;
      backStack.value = backStack.value.slice(0, -1);
      show(before);
      if (isBackStackStale) await ask(show);
      isBackStackStale &&= backStack.value.length > 0;
    },

    /** Call when the pointer or the focus entered or left the list. */
    touch(touched: boolean): void {
      isTouched.value = touched;
      if (!touched && pending.value !== undefined) show(pending.value);
    },

    /** Shows the pending answer now. */
    showPending(): void {
      if (pending.value !== undefined) show(pending.value);
    },

    more,

    /** Loads all older memories of the list. @throws CommonplaceError */
    async loadAll(): Promise<void> {
      for (let from = view.value; from?.nextCursor != null; from = view.value) {
        await more();
        if (view.value === from) return;
      }
    },

    replace: (memory: Memory) =>
      change((now) => now.map((listed) => (listed.id === memory.id ? { ...listed, ...memory } : listed))),
    /** Removes a memory from the list; if it was the only one shown, reloads the list. */
    async remove(id: string): Promise<void> {
      if (view.value?.memories.every((listed) => listed.id === id)) await ask(show);
      else change((now) => now.filter((listed) => listed.id !== id));
    },

    /** Applies changes and deletions to every list. If the shown list is empty after a deletion, reloads it. */
    async apply(changed: ReadonlyMap<string, Memory>, removed: ReadonlySet<string>): Promise<void> {
      if (changed.size === 0 && removed.size === 0) return;
      change((now) =>
        now.flatMap((listed) => (removed.has(listed.id) ? [] : { ...listed, ...changed.get(listed.id) })),
      );
      if (removed.size > 0 && view.value?.memories.length === 0) await ask(show);
    },

    /** Puts restored memories back where they belong among recent ones; reloads any other list. */
    async putBack(memories: readonly Memory[]): Promise<void> {
      const now = view.value;
      if (memories.length === 0) return;
      const oldest = now?.memories.at(-1);
      if (now === undefined || oldest === undefined || !isRecent(now) || now.within !== undefined) return ask(show);
      const isLoaded = (memory: Memory) => now.nextCursor === null || newer(memory) > newer(oldest);
      const all = [...new Map([...now.memories, ...memories.filter(isLoaded)].map((one) => [one.id, one])).values()];
      all.sort((one, other) => (newer(one) < newer(other) ? 1 : -1));
      show({ view: { ...now, memories: all } });
    },

    /** Shows a single memory; typing or a refresh brings the list back. */
    showSingle(memory: Memory): void {
      cancel();
      leaveNear();
      show({ view: { query: searched.value, memories: [memory], nextCursor: null, single: true } });
    },
  };
}
