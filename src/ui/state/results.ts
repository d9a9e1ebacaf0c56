import { batch, computed, signal } from '@preact/signals';
import type { Commonplace } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Match } from '../../v1/schemas/search.ts';

/** A memory in a list; one that was searched for carries why it was found. */
export type Listed = Memory & { match?: Match };

export interface View {
  /** What was searched for; empty: the recent ones. */
  query: string;
  memories: Listed[];
  nextCursor: string | null;
  /** There is none, and none in the trash: nothing was ever saved here. */
  untouched?: boolean;
  /** A single memory that was asked for, not a list. */
  single?: boolean;
  /** As many were found as were asked for: there may be others. */
  full?: boolean;
}

/** What an answer brought. */
export type Outcome = { view: View } | { query: string; failure: unknown };

/** While a person types, a search starts after so long a pause. */
const pauseMs = 60;
/** Nothing says that it is working before so long a wait. */
const slowMs = 100;
const pageSize = 20;
const most = 100;

export type Results = ReturnType<typeof createResults>;

/** The list under the search field: recent memories, or those found for what is typed. */
export function createResults(client: Commonplace) {
  const query = signal('');
  const shown = signal<Outcome>();
  /** An answer that came while {@link handsOn}: it is shown as soon as that ends. */
  const held = signal<Outcome>();
  const slow = signal(false);
  /** The person points at the list or moves through it, and has not typed since: nothing in it may move. */
  const handsOn = signal(false);
  const view = computed(() => (shown.value !== undefined && 'view' in shown.value ? shown.value.view : undefined));

  let pause: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  function show(outcome: Outcome): void {
    batch(() => {
      shown.value = outcome;
      held.value = undefined;
    });
  }

  function arrive(outcome: Outcome): void {
    if (handsOn.value && shown.value !== undefined) held.value = outcome;
    else show(outcome);
  }

  function stop(): void {
    clearTimeout(pause);
    running?.abort();
    running = undefined;
    slow.value = false;
  }

  /** Asks for what is typed now. Only the answer to the latest question counts. */
  async function ask(deliver = arrive): Promise<void> {
    stop();
    const mine = (running = new AbortController());
    const wanted = query.value;
    const waiting = setTimeout(() => (slow.value = true), slowMs);
    mine.signal.addEventListener('abort', () => clearTimeout(waiting));
    const outcome = await read(wanted, mine.signal).then(
      (answer): Outcome => ({ view: answer }),
      (failure: unknown): Outcome => ({ query: wanted, failure }),
    );
    if (running !== mine) return;
    stop();
    deliver(outcome);
  }

  function read(wanted: string, cancel: AbortSignal): Promise<View> {
    return wanted.trim() === '' ? recent(cancel) : search(wanted, cancel);
  }

  async function search(wanted: string, cancel: AbortSignal): Promise<View> {
    const { memories } = await client.memories.search({ query: wanted.trimStart(), limit: pageSize }, { signal: cancel });
    return { query: wanted, memories, nextCursor: null, full: memories.length === pageSize };
  }

  async function recent(cancel: AbortSignal): Promise<View> {
    const limit = Math.min(most, Math.max(pageSize, view.value?.query === '' ? view.value.memories.length : 0));
    const page = await client.memories.list({ limit }, { signal: cancel });
    const untouched = page.memories.length === 0 && (await trashIsEmpty(cancel));
    return { query: '', ...page, nextCursor: page.nextCursor ?? null, untouched };
  }

  async function trashIsEmpty(cancel: AbortSignal): Promise<boolean> {
    return (await client.memories.list({ deleted: true, limit: 1 }, { signal: cancel })).memories.length === 0;
  }

  /** Changes the list that is shown, where it is one, and the one that is held: neither tells what was so before. */
  function change(memories: (now: Listed[]) => Listed[]): void {
    batch(() => {
      for (const outcome of [shown, held]) {
        if (outcome.value !== undefined && 'view' in outcome.value) outcome.value = { view: { ...outcome.value.view, memories: memories(outcome.value.view.memories) } };
      }
    });
  }

  return {
    query,
    shown,
    held,
    slow,
    handsOn,
    view,
    ask,

    /** The person typed: what is asked for has changed. */
    type(text: string): void {
      query.value = text;
      handsOn.value = false;
      held.value = undefined;
      stop();
      if (text.trim() === '') void ask();
      else pause = setTimeout(() => void ask(), pauseMs);
    },

    /** Asks again after an act of the person's own: the answer is shown wherever the pointer is. */
    refresh: () => ask(show),

    /** The pointer or the selection came to the list, or left it. */
    touch(on: boolean): void {
      handsOn.value = on;
      if (!on && held.value !== undefined) show(held.value);
    },

    /** Shows a held answer now. */
    release(): void {
      if (held.value !== undefined) show(held.value);
    },

    /** Adds the next page of the recent ones below. */
    async more(): Promise<void> {
      const from = view.value;
      if (from?.nextCursor == null) return;
      const page = await client.memories.list({ limit: pageSize, cursor: from.nextCursor });
      if (view.value === from) shown.value = { view: { ...from, memories: [...from.memories, ...page.memories], nextCursor: page.nextCursor ?? null } };
    },

    replace: (memory: Memory) => change((now) => now.map((one) => (one.id === memory.id ? { ...one, ...memory } : one))),
    /** Takes one out of the list; where it was the last that is shown, there may be others, and the list is read anew. */
    async remove(id: string): Promise<void> {
      if (view.value?.memories.every((one) => one.id === id)) await ask(show);
      else change((now) => now.filter((one) => one.id !== id));
    },

    /** Shows one memory alone; typing or a refresh brings the list back. */
    single(memory: Memory): void {
      stop();
      show({ view: { query: query.value, memories: [memory], nextCursor: null, single: true } });
    },
  };
}
