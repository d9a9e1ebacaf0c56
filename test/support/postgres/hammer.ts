import { postgres } from '../../../src/server/database/postgres.ts';
import { postgresStore } from '../../../src/store/postgres/index.ts';
import { memory } from '../store-cases/rows.ts';

/**
 * A process that repeats one action on a database and prints the results as JSON. Arguments: the URL of the database,
 * the action, how often to repeat it, the limit of the window or the day, and the number of the first memory to write.
 * The actions:
 * - `take`: requests of one token in one rate window
 * - `line`: requests of child tokens, counted in their own windows and in their parent's
 * - `charge`: transactions of one day
 * - `write`: memories, numbered from `first`
 *
 * A result is 1 if allowed and 0 if not, or the sequence number of a write.
 */
const [url = '', what = '', times = '', limit = '', first = '0'] = process.argv.slice(2);
const database = await postgres(url, { connections: 4 });
const store = postgresStore(database);
const now = Date.parse('2026-03-01T12:00:00.000Z');

const actions: Record<string, (number: number) => Promise<number>> = {
  take: async () =>
    Number(
      (await store.rates.take([{ id: 'someone', rateLimit: { requests: Number(limit), seconds: 3600 } }], now)).allowed,
    ),
  line: async (number) =>
    Number(
      (
        await store.rates.take(
          [
            { id: `child ${number % 50}`, rateLimit: { requests: 3, seconds: 60 } },
            { id: 'parent', rateLimit: { requests: Number(limit), seconds: 3600 } },
          ],
          now,
        )
      ).allowed,
    ),
  charge: async () => Number(await store.write('me', (writer) => writer.charge('2026-03-01', Number(limit)))),
  write: async (number) =>
    (
      await store.write('me', (writer) =>
        writer.putMemory(memory(Number(first) + number, { tags: ['all', `of ${first}`] })),
      )
    ).seq,
};

const results: number[] = [];
/** Runs four at a time, like concurrent requests. */
await Promise.all(
  Array.from({ length: 4 }, async (_, lane) => {
    for (let number = lane; number < Number(times); number += 4) results.push(await actions[what]!(number));
  }),
);
console.log(JSON.stringify(results));
await store.close();
