import { expect } from 'vitest';
import type { Client } from '../../../src/client/index.ts';
import { until } from '../../../scripts/browsers/index.ts';

interface Entry {
  tags: readonly string[];
  collection?: string;
}

/** Records what the user has saved: each text with its tags and collection, and whether it is in the trash. */
export function createLedger() {
  const live = new Map<string, Entry>();
  const trash = new Map<string, Entry>();

  function takeOut(text: string, from: typeof live): Entry {
    const entry = from.get(text);
    if (entry === undefined) throw new Error(`The ledger has no “${text}” in this state.`);
    from.delete(text);
    return entry;
  }

  return {
    get count() {
      return live.size;
    },
    tagged: (tag: string): string[] => [...live].filter(([, { tags }]) => tags.includes(tag)).map(([text]) => text),

    saved(text: string, tags: readonly string[] = []): void {
      if (live.has(text)) throw new Error(`“${text}” was saved before.`);
      live.set(text, { tags });
    },
    edited: (before: string, after: string) => void live.set(after, takeOut(before, live)),
    deleted: (text: string) => void trash.set(text, takeOut(text, live)),
    restored: (text: string) => void live.set(text, takeOut(text, trash)),
    moved: (text: string, collection: string) => void live.set(text, { ...takeOut(text, live), collection }),
    tag(text: string, tag: string): void {
      const { tags, ...others } = takeOut(text, live);
      live.set(text, { ...others, tags: [...tags, tag] });
    },

    /** Asserts that every text is stored exactly once, with the state, tags and collection that the ledger records. */
    async compare(client: Client): Promise<void> {
      const wanted = { live: linesOf(live), trash: linesOf(trash) };
      const stored = async () => ({
        live: linesOf(await entries(client, false)),
        trash: linesOf(await entries(client, true)),
      });
      // The last change may not be stored yet.
      const isSame = async () => JSON.stringify(await stored()) === JSON.stringify(wanted);
      await until('what the ledger says', isSame, 5_000).catch(() => undefined);
      expect(await stored()).toEqual(wanted);
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;

async function entries(client: Client, deleted: boolean): Promise<[string, Entry][]> {
  const { collections } = await client.collections.list();
  const names = new Map(collections.map(({ id, name }) => [id, name]));
  const all = await Array.fromAsync(client.memories.list({ deleted }));
  return all.map(({ content, tags, collection }) => [
    content,
    { tags, ...(collection !== null && { collection: names.get(collection) ?? collection }) },
  ]);
}

const linesOf = (all: Iterable<[string, Entry]>): string[] =>
  [...all]
    .map(([text, { tags, collection }]) =>
      [
        text,
        ...tags.toSorted().map((tag) => `#${tag}`),
        ...(collection === undefined ? [] : [`in ${collection}`]),
      ].join(' '),
    )
    .toSorted();
