import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../scripts/browsers/index.ts';
import { startServer, type Start } from '../../../scripts/server/start.ts';
import { Commonplace, ConnectionFailed, NotFound, PreconditionFailed } from '../../../src/client/package/index.ts';
import { collect } from '../../support/client/collect.ts';
import { longProofMs, sized } from '../../support/rounds.ts';
import { databaseForTest, dataFolderForTest } from '../../support/server/for-test.ts';
import { tokenOn } from './kills.ts';

const count = sized(5_000, 40);
const kills = sized(12, 1);
/** Requests/seconds, few enough that every run meets it. */
const rate = `${sized(200, 15)}/1`;

const places: [name: string, make: () => Promise<Start>][] = [
  ['PGlite', async () => ({ folder: dataFolderForTest() })],
  ['PostgreSQL', async () => ({ env: { DATABASE_URL: await databaseForTest() } })],
];

/** Repeats a change after a broken connection. A change that was carried out is `done` with this error. */
async function carriedOut(change: () => Promise<unknown>, done: typeof NotFound | typeof PreconditionFailed) {
  for (let isInDoubt = false; ; isInDoubt = true) {
    try {
      return void (await change());
    } catch (error) {
      if (isInDoubt && error instanceof done) return;
      if (!(error instanceof ConnectionFailed)) throw error;
    }
  }
}

/** Runs the work on all items, four at a time. */
async function onAll<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

test.each(places)(
  'the client on %s leaves exactly the right memories while the server is killed and limits its rate',
  { timeout: longProofMs },
  async (_, make) => {
    const place = await make();
    const token = await tokenOn(place, rate);
    let server = await startServer(place);
    onTestFinished(async () => void (await server.stop()));
    const { url } = server;
    let [succeeded, refused] = [0, 0];
    const { memories } = new Commonplace({
      baseUrl: url,
      token,
      maxRetries: 30,
      log: (event) => {
        if (event.event !== 'response') return;
        if (event.status < 300) succeeded++;
        if (event.status === 429) refused++;
      },
    });

    const expectedRequests = count * 1.75;
    const killing = (async () => {
      for (let kill = 1; kill <= kills; kill++) {
        await until('the next kill', () => succeeded >= (kill / (kills + 1)) * expectedRequests, longProofMs);
        await server.kill();
        server = await startServer({ ...place, args: ['--port', new URL(url).port] });
      }
    })();

    const numbers = Array.from({ length: count }, (_, number) => number);
    const saved = new Map<number, { id: string; version: number }>();
    await onAll(numbers, async (number) => {
      saved.set(number, await memories.create({ content: `note ${number}` }));
    });
    expect(new Set((await collect(memories.list({ limit: 100 }))).map(({ id }) => id)).size).toBe(count);
    await onAll(numbers.slice(count / 2), async (number) => {
      const { id, version } = saved.get(number)!;
      await carriedOut(
        () => memories.update(id, { content: `changed ${number}` }, { ifVersion: version }),
        PreconditionFailed,
      );
    });
    await onAll(numbers.slice(0, count / 4), async (number) => {
      await carriedOut(() => memories.delete(saved.get(number)!.id), NotFound);
    });
    await killing;

    const found = await collect(memories.list({ limit: 100 }));
    const wanted = numbers
      .slice(count / 4)
      .map((number) => (number < count / 2 ? [`note ${number}`, 1] : [`changed ${number}`, 2]));
    expect(found.map(({ content, version }) => [content, version]).sort(byContent)).toEqual(wanted.sort(byContent));
    expect(refused, 'requests beyond the rate').toBeGreaterThan(0);
  },
);

const byContent = ([one]: (string | number)[], [other]: (string | number)[]) => (one! < other! ? -1 : 1);
