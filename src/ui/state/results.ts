import { batch, computed, signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { searchedText } from './query-filters.ts';
import { createLatestRequest } from './latest-request.ts';
import { createMore, isExtended } from './more-results.ts';
import { createListReader, waitMsOf } from './list-reader.ts';
import { pageSize } from './recent-path.ts';
import { isUpToDate, mergeExtended, mergeKeepingPinned, updateInOrder } from './refine.ts';
import {
  mapMemories,
  isRecent,
  isSameQuestion,
  questionOf,
  withRestored,
  type Listed,
  type Near,
  type Outcome,
  type Question,
  type View,
  type ListFilters,
} from './view.ts';

type Deliver = (outcome: Outcome) => void;

export type Results = ReturnType<typeof createResults>;

/**
 * The list under the search field: recent memories, search results, or memories similar to a memory or page.
 * @param options `pauseMs`: the wait after a key press before a search; `olderSize`: older memories to load at once
 */
export function createResults(client: Client, { pauseMs = 60, olderSize = pageSize } = {}) {
  const reader = createListReader(client);
  const query = signal('');
  const searched = computed(() => searchedText(query.value));
  const near = signal<Near>();
  /** The filters of recent memories and search results; similar memories come from all memories. */
  const within = signal<ListFilters>();
  const shown = signal<Outcome>();
  /** The answer to show, in its own order, once the user leaves the list. Until then, rows must not move. */
  const pending = signal<Outcome>();
  /** The view before each list of similar memories, latest last, for `back`. */
  const backStack = signal<Outcome[]>([]);
  const latest = createLatestRequest();
  /** How many memories “Show more” has just added. */
  const added = signal<number>();
  /** Whether the user points at the list or moves through it, and hasn't typed since. See `showOrHold`. */
  const isTouched = signal(false);
  const canGoBack = computed(() => backStack.value.length > 0);
  const view = computed(() => (shown.value !== undefined && 'view' in shown.value ? shown.value.view : undefined));

  let pinnedRows = (): string[] => [];
  let isBackStackStale = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<void> | undefined;

  function show(outcome: Outcome): void {
    batch(() => {
      shown.value = outcome;
      pending.value = undefined;
    });
  }

  /** Shows an answer, or keeps it pending while the list is touched. */
  function showOrHold(outcome: Outcome): void {
    if (isTouched.value && shown.value !== undefined && !showsSame(outcome)) pending.value = outcome;
    else show(outcome);
  }

  /** Like `showOrHold`, but a failure doesn't replace a list that answers the current question. */
  function showUnlessFailed(outcome: Outcome): void {
    if ('view' in outcome || view.value === undefined || !isCurrent(view.value)) showOrHold(outcome);
  }

  function showsSame(outcome: Outcome): boolean {
    const now = view.value;
    if (now === undefined || !('view' in outcome) || !isSameQuestion(now, outcome.view)) return false;
    return isUpToDate(now.memories, outcome.view.memories);
  }

  /**
   * Applies a better answer without moving pinned rows. If the resulting order differs from the answer's own order, the
   * answer becomes pending, unless “Show more” has extended the list.
   */
  function refine(now: View, better: View): void {
    const merge = isExtended(now) ? mergeExtended : mergeKeepingPinned;
    const memories = merge(now.memories, better.memories, pinnedRows());
    batch(() => {
      show({ view: { ...better, memories } });
      if (!isExtended(now) && !isUpToDate(memories, better.memories)) pending.value = { view: better };
    });
  }

  function cancel(): void {
    clearTimeout(pause);
    latest.cancel();
  }

  /** Like `run` of {@link createLatestRequest}. Also cancels a request that waits for a pause in typing or a retry. */
  function run<Answer>(request: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | undefined> {
    clearTimeout(pause);
    return latest.run(request);
  }

  const questionNow = (): Question => ({
    query: searched.value,
    near: near.value,
    within: near.value === undefined ? within.value : undefined,
  });

  /** Reads the answer to the current question. Ignores answers to earlier questions. */
  function ask(deliver: Deliver = showOrHold): Promise<void> {
    return (asking = read(deliver));
  }

  async function read(deliver: Deliver): Promise<void> {
    added.value = undefined;
    const question = questionNow();
    const outcome = await run((signal) =>
      answerTo(question, deliver, signal).then(
        (answer): Outcome => ({ view: answer }),
        (failure: unknown): Outcome => ({ ...question, failure }),
      ),
    );
    if (outcome === undefined) return;
    const now = view.value;
    const isSame = now?.mode !== undefined && 'view' in outcome && isSameQuestion(now, outcome.view);
    if (isSame && (now.mode === 'looking' || deliver !== show)) refine(now, outcome.view);
    else if (isSame && isExtended(now))
      show({ view: { ...outcome.view, memories: updateInOrder(now.memories, outcome.view.memories) } });
    else deliver(outcome);
    const waitMs = 'failure' in outcome ? waitMsOf(outcome.failure) : undefined;
    if (waitMs !== undefined) pause = setTimeout(() => void ask(deliver), waitMs);
  }

  function answerTo(question: Question, deliver: Deliver, signal: AbortSignal): Promise<View> {
    const now = view.value !== undefined && isSameQuestion(view.value, question) ? view.value : undefined;
    const bounds = { limit: now?.limit ?? pageSize, signal };
    if (question.near !== undefined) return reader.near(question.near, question.query, bounds);
    if (isRecent(question)) return recent(signal);
    if (now?.mode !== undefined && now.mode !== 'looking') return reader.search(question, 'hybrid', bounds);
    // Don't empty the list: search by meaning may find something in a moment.
    return reader.searchTwice(question, bounds, (byWord) => byWord.memories.length > 0 && deliver({ view: byWord }));
  }

  function recent(signal: AbortSignal): Promise<View> {
    const now = view.value;
    const isShown = now !== undefined && isRecent(now) && now.within === within.value;
    return reader.recent(within.value, isShown ? now.memories.length : 0, signal);
  }

  /** Applies a change to every list: shown, pending and on the back stack. */
  function change(update: (now: Listed[]) => Listed[]): void {
    batch(() => {
      shown.value = mapMemories(shown.value, update);
      pending.value = mapMemories(pending.value, update);
      backStack.value = backStack.value.map((outcome) => mapMemories(outcome, update));
    });
  }

  /** Waits for the search in progress, and for any search that replaces it meanwhile. */
  async function settled(): Promise<void> {
    for (let latest; latest !== asking;) await (latest = asking);
  }

  const isCurrent = (asked: View) => isSameQuestion(asked, questionNow());
  const more = createMore({ reader, olderSize, view, shown, pending, run, isCurrent, settled });

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
    slow: latest.slow,
    added,
    isTouched,
    view,
    near,
    within,
    backStack,
    canGoBack,
    ask,
    /** Reads the list again in the background. If that fails, a list that answers the current question stays. */
    recheck: () => ask(showUnlessFailed),

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

    setFilters(filters: ListFilters | undefined): Promise<void> {
      leaveNear();
      within.value = filters;
      isTouched.value = false;
      return ask(show);
    },

    /** Reloads the list; the answer shows even while the list is touched. */
    refresh(): Promise<void> {
      isBackStackStale = backStack.value.length > 0;
      return ask(show);
    },

    /** Replaces the list, until `back`, with memories similar to a memory or page. */
    findSimilar(wanted: Near): Promise<void> {
      const before = shown.value;
      const isAnswered = before !== undefined && questionOf(before).near === near.value;
      if (isAnswered) backStack.value = [...backStack.value, before];
      near.value = wanted;
      return ask(show);
    },

    /** Returns to the view before the latest `findSimilar`; reloads it if it may be out of date. */
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
    setTouched(touched: boolean): void {
      isTouched.value = touched;
      if (!touched && pending.value !== undefined) show(pending.value);
    },

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

    /** Inserts restored memories as `withRestored` does. Reloads the list if their position is unknown. */
    async putBack(memories: readonly Memory[], before?: View): Promise<void> {
      if (memories.length === 0) return;
      isBackStackStale = backStack.value.length > 0;
      const restored = withRestored(view.value, memories, before);
      if (restored === undefined) await ask(show);
      else show({ view: restored });
    },

    /** Shows a single memory; typing or a refresh brings the list back. */
    showSingle(memory: Memory): void {
      cancel();
      leaveNear();
      show({ view: { query: searched.value, memories: [memory], nextCursor: null, single: true } });
    },
  };
}
