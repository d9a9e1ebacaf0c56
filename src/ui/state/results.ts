import { batch, computed, signal } from '@preact/signals';
import type { Commonplace } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { createReader } from './reader.ts';
import { isSameOrder, refined } from './refine.ts';
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

/** Nothing says that it is working before so long a wait. */
const slowMs = 100;

type Deliver = (outcome: Outcome) => void;

export type Results = ReturnType<typeof createResults>;

/**
 * The list under the search field: recent memories, those found for what is typed, or those near to one of them or to a page.
 * @param pauseMs while a person types, a search starts after so long a pause
 */
export function createResults(client: Commonplace, { pauseMs = 60 } = {}) {
  const reader = createReader(client);
  const query = signal('');
  const near = signal<Near>();
  /** What recent and found memories are narrowed to; what is near to something is sought in all. */
  const within = signal<Within>();
  const shown = signal<Outcome>();
  /** An answer that came while hands were on the list: it is shown as soon as they leave it. */
  const pending = signal<Outcome>();
  /** What was shown before each list of near ones, the latest last: the way back. */
  const backStack = signal<Outcome[]>([]);
  const slow = signal(false);
  /** The person points at the list or moves through it, and has not typed since: nothing in it may move. */
  const isTouched = signal(false);
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

  function arrive(outcome: Outcome): void {
    if (isTouched.value && shown.value !== undefined) pending.value = outcome;
    else show(outcome);
  }

  /** A better answer to what is shown: it moves no row that is in hand, and waits with the rest. */
  function refine(now: View, better: View): void {
    const memories = refined(now.memories, better.memories, pinnedRows());
    batch(() => {
      show({ view: { ...better, memories } });
      if (!isSameOrder(memories, better.memories)) pending.value = { view: better };
    });
  }

  function stop(): void {
    clearTimeout(pause);
    running?.abort();
    running = undefined;
    slow.value = false;
  }

  /** Asks for what is wanted now. Only the answers to the latest question count. */
  async function ask(deliver: Deliver = arrive): Promise<void> {
    stop();
    const { signal } = (running = new AbortController());
    const waiting = setTimeout(() => (slow.value = true), slowMs);
    signal.addEventListener('abort', () => clearTimeout(waiting));
    const question = {
      query: query.value,
      near: near.value,
      within: near.value === undefined ? within.value : undefined,
    };
    const outcome = await read(deliver, signal).then(
      (answer): Outcome => ({ view: answer }),
      (failure: unknown): Outcome => ({ ...question, failure }),
    );
    if (signal.aborted) return;
    stop();
    const now = view.value;
    const isBetter = now?.mode === 'looking' || (now?.mode !== undefined && deliver === arrive);
    if (isBetter && 'view' in outcome && isSameQuestion(now, outcome.view)) refine(now, outcome.view);
    else deliver(outcome);
  }

  function read(deliver: Deliver, signal: AbortSignal): Promise<View> {
    if (near.value !== undefined) return reader.near(near.value, query.value, signal);
    if (query.value.trim() !== '') return search(query.value, deliver, signal);
    const now = view.value;
    return reader.recent(
      within.value,
      now !== undefined && isRecent(now) && now.within === within.value ? now.memories.length : 0,
      signal,
    );
  }

  /** Delivers at once what is found by word, unless a better answer is shown already, and answers what is found by meaning too. */
  async function search(wanted: string, deliver: Deliver, signal: AbortSignal): Promise<View> {
    const [now, where] = [view.value, within.value];
    if (now?.mode !== undefined && now.mode !== 'looking' && isSameQuestion(now, { query: wanted, within: where }))
      return reader.search(wanted, where, 'hybrid', signal);
    const byWord = await reader.search(wanted, where, 'keyword', signal);
    signal.throwIfAborted();
    // A list is not emptied for what may be found by meaning in a moment.
    if (byWord.memories.length > 0) deliver({ view: byWord });
    return reader.search(wanted, where, 'hybrid', signal).catch((): View => ({ ...byWord, mode: 'keyword' }));
  }

  /** Changes the lists that are shown, pending, or backStack: none tells what was so before. */
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

  function leaveNear(): void {
    near.value = undefined;
    backStack.value = [];
    isBackStackStale = false;
  }

  return {
    query,
    shown,
    pending,
    slow,
    isTouched,
    view,
    near,
    within,
    backStack,
    ask,

    /** Whoever draws the list tells which rows are pointed at or selected, by id, whenever that is asked. */
    watchPinned(rows: () => string[]): void {
      pinnedRows = rows;
    },

    /** The person typed: what is asked for has changed. */
    type(text: string): void {
      leaveNear();
      query.value = text;
      isTouched.value = false;
      pending.value = undefined;
      stop();
      if (text.trim() === '') void ask();
      else pause = setTimeout(() => void ask(), pauseMs);
    },

    /** Narrows the list, or shows all again; what is typed stays. */
    narrow(to: Within | undefined): Promise<void> {
      leaveNear();
      within.value = to;
      isTouched.value = false;
      return ask(show);
    },

    /** Asks again after an act of the person's own: the answer is shown wherever the pointer is. */
    refresh(): Promise<void> {
      isBackStackStale = backStack.value.length > 0;
      return ask(show);
    },

    /** Shows what is near to a memory or a page in place of the list, until `back`. */
    seek(wanted: Near): Promise<void> {
      const before = shown.value;
      const isAnswered = before !== undefined && questionOf(before).near === near.value;
      if (isAnswered) backStack.value = [...backStack.value, before];
      near.value = wanted;
      return ask(show);
    },

    /** Shows again what was shown before the latest `seek`; where something was restored meanwhile, read anew. */
    async back(): Promise<void> {
      const before = backStack.value.at(-1);
      if (before === undefined) return;
      stop();
      near.value = questionOf(before).near;
      backStack.value = backStack.value.slice(0, -1);
      show(before);
      if (isBackStackStale) await ask(show);
      isBackStackStale &&= backStack.value.length > 0;
    },

    /** The pointer or the selection came to the list, or left it. */
    touch(on: boolean): void {
      isTouched.value = on;
      if (!on && pending.value !== undefined) show(pending.value);
    },

    /** Shows a pending answer now. */
    release(): void {
      if (pending.value !== undefined) show(pending.value);
    },

    /** Adds the next page of the recent ones below. */
    async more(): Promise<void> {
      const from = view.value;
      if (from?.nextCursor == null) return;
      const page = await reader.older(from);
      if (view.value === from)
        shown.value = {
          view: { ...from, memories: [...from.memories, ...page.memories], nextCursor: page.nextCursor ?? null },
        };
    },

    replace: (memory: Memory) =>
      change((now) => now.map((listed) => (listed.id === memory.id ? { ...listed, ...memory } : listed))),
    /** Takes one out of the list; where it was the last that is shown, there may be others, and the list is read anew. */
    async remove(id: string): Promise<void> {
      if (view.value?.memories.every((listed) => listed.id === id)) await ask(show);
      else change((now) => now.filter((listed) => listed.id !== id));
    },

    /** Shows one memory alone; typing or a refresh brings the list back. */
    single(memory: Memory): void {
      stop();
      leaveNear();
      show({ view: { query: query.value, memories: [memory], nextCursor: null, single: true } });
    },
  };
}
