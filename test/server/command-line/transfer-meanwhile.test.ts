import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/service/ports/store.ts';
import { migratedDatabases, migratedPostgres } from '../../support/postgres/databases.ts';
import { testClock } from '../../support/clock.ts';
import { testService } from '../../support/service.ts';
import { exported, instanceOver, imported, nothing, type Instance } from './instances.ts';

/** A client that sends each request one second after the previous one, and returns the response's body. */
function client(store: Store) {
  const clock = testClock();
  const service = testService(store, { clock });
  // oxlint-disable-next-line no-explicit-any -- each response has other fields
  return async (method: string, path: string, body?: unknown): Promise<any> => {
    clock.advance(1);
    const response = await service.send(method, path, body);
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
    return response.body;
  };
}

type Ask = ReturnType<typeof client>;

const collection = async (ask: Ask, name: string): Promise<string> => (await ask('POST', '/collections', { name })).id;
const rename = (ask: Ask, id: string, name: string) => ask('PATCH', `/collections/${id}`, { name });
const save = (ask: Ask, content: string, within: string | null = null) =>
  ask('POST', '/memories', { content, ...(within !== null && { collection: within }) });

/** Lists live memories with the names of their collections and their versions, and the names of empty collections. */
async function everything({ store }: Instance): Promise<{ memories: string[]; empty: string[] }> {
  return store.read('me', async (reader) => {
    const collections = await reader.listCollections({ limit: 1000 });
    const names = new Map(collections.map(({ id, name }) => [id, name]));
    const memories = await reader.listMemories({ deleted: false, limit: 1000 });
    return {
      memories: memories
        .map(({ content, collection: id, version }) => `${id === null ? '-' : names.get(id)!}: ${content}, ${version}`)
        .toSorted(),
      empty: collections.filter(({ memoryCount }) => memoryCount === 0).map(({ name }) => name),
    };
  });
}

/** A change during an export. Runs after the earlier steps, at the next exported line that contains `after`. */
interface Step {
  after: string;
  work: () => Promise<unknown>;
}

describe.each(migratedDatabases)('an export of %s, imported into an empty database, is complete', (_, make) => {
  /**
   * Exports what `prepare` has created. During the export, runs the steps that `prepare` returned. Imports the export
   * twice into a second instance, exports that instance, and imports this second export into a third. Returns what the
   * first two instances contain.
   */
  async function roundTrip(prepare: (ask: Ask) => Promise<Step[]>) {
    const from = await instanceOver(make);
    await from.users.add('me', 0);
    const steps = await prepare(client(from.store));
    const lines = await exported(from, async (line) => {
      if (steps[0] !== undefined && line.includes(steps[0].after)) await steps.shift()!.work();
    });
    expect(steps).toEqual([]);
    const into = await instanceOver(migratedPostgres);
    expect(await imported(into, lines)).toMatchObject({ conflict: 0, refused: 0, sentences: [] });
    expect(await imported(into, lines)).toMatchObject({
      created: 0,
      updated: 0,
      conflict: 0,
      refused: 0,
      sentences: [],
    });
    const again = await exported(into);
    const third = await instanceOver(migratedPostgres);
    expect(await imported(third, again)).toEqual({ ...nothing, created: again.length - 3 });
    expect(await exported(third)).toEqual(again);
    return { from: await everything(from), into: await everything(into) };
  }

  test.each(['collection', 'memory'])(
    'if a collection is deleted after the first %s is exported, and a new collection takes its name',
    async (kind) => {
      let id = '';
      const { from, into } = await roundTrip(async (ask) => {
        id = await collection(ask, 'Travel');
        await save(ask, 'Lisbon', id);
        const work = async () => {
          await ask('DELETE', `/collections/${id}`);
          await save(ask, 'Porto', await collection(ask, 'travel'));
        };
        return [{ after: `{"${kind}"`, work }];
      });
      expect(from).toEqual({ memories: ['-: Lisbon, 2', 'travel: Porto, 1'], empty: [] });
      expect(into).toEqual({ ...from, empty: [`Travel (${id})`] });
    },
  );

  test('after two collections with a name of maximum length are deleted and a third takes the name', async () => {
    const name = '😀'.repeat(128);
    let [one, two] = ['', ''];
    const { from, into } = await roundTrip(async (ask) => {
      one = await collection(ask, name);
      await save(ask, 'one', one);
      const second = async () => {
        await ask('DELETE', `/collections/${one}`);
        two = await collection(ask, name);
        await save(ask, 'two', two);
      };
      const third = async () => {
        await ask('DELETE', `/collections/${two}`);
        await save(ask, 'three', await collection(ask, name));
      };
      return [
        { after: one, work: second },
        { after: '"two"', work: third },
      ];
    });
    expect(from).toEqual({ memories: ['-: one, 2', '-: two, 2', `${name}: three, 1`], empty: [] });
    expect(into).toEqual({ ...from, empty: [one, two].map((id) => `${'😀'.repeat(95)} (${id})`) });
  });

  test('after collections take each other’s names and a new one takes the freed name', async () => {
    const { from, into } = await roundTrip(async (ask) => {
      const [travel, work, home] = [
        await collection(ask, 'Travel'),
        await collection(ask, 'Work'),
        await collection(ask, 'Home'),
      ];
      for (const [content, id] of Object.entries({ Lisbon: travel, desk: work, key: home }))
        await save(ask, content, id);
      const moves = async () => {
        await rename(ask, home, 'House');
        await rename(ask, work, 'Home');
        await rename(ask, travel, 'Work');
        await save(ask, 'Porto', await collection(ask, 'TRAVEL'));
      };
      return [{ after: '{"memory"', work: moves }];
    });
    expect(from).toEqual({
      memories: ['Home: desk, 1', 'House: key, 1', 'TRAVEL: Porto, 1', 'Work: Lisbon, 1'],
      empty: [],
    });
    expect(into).toEqual(from);
  });

  test('after one of many collections is renamed to sort before those already exported', async () => {
    const { from, into } = await roundTrip(async (ask) => {
      for (let number = 100; number < 250; number++) await collection(ask, `Shelf ${number}`);
      const zoo = await collection(ask, 'Zoo');
      return [{ after: 'Shelf 100', work: () => rename(ask, zoo, 'Aquarium') }];
    });
    expect(from.empty[0]).toBe('Aquarium');
    expect(into.empty).toEqual([...from.empty.slice(1), 'Zoo']);
  });
});
