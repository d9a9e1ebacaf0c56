import type { Client } from '../../src/client/index.ts';
import type { Memory } from '../../src/v1/schemas/memory.ts';
import type { Journal, Save } from './sync-accounting.ts';

const tags = ['red', 'blue', 'green'];
const collections = ['Work', 'Home', 'Trips'];

/**
 * Only this many of the newest memories are changed: so few that two users often change the same memory at once.
 */
const contested = 12;

export interface StormUser {
  client: Client;
  random: () => number;
  mayDelete: boolean;
  /** Records each new memory, each change of a text and each deletion. */
  journal: Journal;
}

/**
 * Makes one random change: saves a memory, rewrites a text, adds a line, changes tags and collection, or deletes a
 * memory. Rejects unless the change was certainly made.
 */
export async function changeAnything({ client, random, mayDelete, journal }: StormUser, mark: string): Promise<void> {
  const pick = <Item>(all: readonly Item[]): Item | undefined => all[Math.floor(random() * all.length)];

  const chosen = random() < 0.25 ? undefined : pick((await client.memories.list({ limit: contested })).memories);
  if (chosen === undefined) return save('', `Note ${mark}`, (content) => client.memories.create({ content }));
  const { id, content, version } = chosen;
  const kind = random();
  if (kind < 0.4)
    return save(content, `Note ${mark}`, async (text) =>
      client.memories.update(
        id,
        { content: text, ...(random() < 0.5 && (await filed(chosen))) },
        { ifVersion: version },
      ),
    );
  if (kind < 0.7)
    return save(content, `${content}\n${mark}`, (text) =>
      client.memories.update(id, { content: text }, { ifVersion: version }),
    );
  if (kind < 0.95 || !mayDelete)
    return void (await client.memories.update(id, await filed(chosen), { ifVersion: version }));
  await client.memories.delete(id, { ifVersion: version });
  journal.trashed.push(content);

  async function save(before: string, after: string, change: (content: string) => Promise<unknown>): Promise<void> {
    const made: Save = { mark, before, after, isConfirmed: false };
    journal.saves.push(made);
    await change(after);
    made.isConfirmed = true;
  }

  /** The memory’s tags with one added or removed, and a random collection or none. */
  async function filed(memory: Memory): Promise<Pick<Memory, 'tags' | 'collection'>> {
    const tag = pick(tags)!;
    const kept = memory.tags.filter((one) => one !== tag);
    return { tags: kept.length < memory.tags.length ? kept : [...kept, tag], collection: await someCollection() };
  }

  /** The id of a collection with a random name, which is created if it doesn't exist; or null. */
  async function someCollection(): Promise<string | null> {
    const name = pick([...collections, null])!;
    if (name === null) return null;
    const known = (await client.collections.list()).collections.find((collection) => collection.name === name);
    return (known ?? (await client.collections.create({ name }))).id;
  }
}
