import { nameKey } from '../../../src/v1/keys.ts';
import type { Memory } from '../../../src/v1/schemas/memory.ts';
import { migratedPostgres } from '../../support/postgres/databases.ts';
import { exported, instanceOver, now, type Instance } from './instances.ts';

export const time = (second: number) => new Date(now + second * 1000).toISOString();
export const idOf = (kind: 'mem' | 'col', number: number) => `${kind}_${String(number).padStart(26, '0')}`;

export const newInstance = () => instanceOver(migratedPostgres);

export const memoryOf = (number: number, more: Partial<Memory> = {}): Memory => ({
  id: idOf('mem', number),
  content: `memory ${number} \u2028 ä\n😀`,
  source: 'api:tool',
  tags: ['One', 'two'],
  collection: null,
  url: null,
  title: null,
  capture: null,
  version: 1,
  createdAt: time(number),
  updatedAt: time(number),
  ...more,
});

export async function put({ store }: Instance, owner: string, ...memories: Memory[]): Promise<void> {
  for (const memory of memories) {
    await store.write(owner, (writer) =>
      writer.putMemory({
        ...memory,
        tagKeys: memory.tags.map(nameKey),
        deletedAt: memory.deletedAt ?? null,
        origin: memory.origin ?? null,
        chargedAt: null,
      }),
    );
  }
}

/** An instance with three users, two of them with memories. Every exported field is set in at least one memory. */
export async function filled(): Promise<Instance> {
  const filled = await newInstance();
  for (const name of ['me', 'anna', 'nobody']) await filled.users.add(name, now);
  await filled.store.write('anna', async (writer) => {
    await writer.setPlan('free');
    await writer.putCollection({
      id: idOf('col', 1),
      name: 'Ｗork',
      key: nameKey('Ｗork'),
      createdAt: time(1),
      updatedAt: time(2),
    });
    await writer.putCollection({
      id: idOf('col', 2),
      name: 'Empty',
      key: nameKey('Empty'),
      createdAt: time(3),
      updatedAt: time(3),
    });
  });
  await put(
    filled,
    'anna',
    memoryOf(2, {
      collection: idOf('col', 1),
      version: 4,
      updatedAt: time(9),
      url: 'https://example.org/',
      title: 'A title',
      capture: { kind: 'selection', author: 'Anna', quote: { prefix: 'before', suffix: 'after' } },
    }),
    memoryOf(1, { deletedAt: time(20) }),
  );
  await put(
    filled,
    'anna',
    memoryOf(3, { origin: { source: 'elsewhere', createdAt: time(0) }, source: 'import:elsewhere' }),
  );
  await put(filled, 'me', ...Array.from({ length: 250 }, (_, number) => memoryOf(number)));
  return filled;
}

/** Returns the lines of an export with one memory changed. */
export const changed = (lines: string[], id: string, change: Partial<Memory>): string[] =>
  lines.map((line) => {
    const parsed = JSON.parse(line) as { memory?: Memory };
    return parsed.memory?.id === id ? JSON.stringify({ ...parsed, memory: { ...parsed.memory, ...change } }) : line;
  });

let lines: Promise<string[]> | undefined;

/** The export of a `filled` instance, made once per test file. */
export const filledLines = (): Promise<string[]> => (lines ??= filled().then((instance) => exported(instance)));
