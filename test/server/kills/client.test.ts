import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../scripts/browsers/index.ts';
import { expectedAfterChanges, makeChanges, requestsFor } from '../../../scripts/harness/changes.ts';
import { startServer, type Start } from '../../../scripts/server/start.ts';
import { longProofMs, ofTheDay, report, sized } from '../../support/rounds.ts';
import { databaseForTest, dataFolderForTest } from '../../support/server/for-test.ts';
import { createTokenOn } from '../../../scripts/server/token-on.ts';

const count = sized(5_000, 40);
const kills = sized(12, 1);
/** The token's rate limit, as requests/seconds. Low enough to be exceeded even on a busy machine. */
const rate = `${sized(60, 6)}/1`;

const places: [name: string, make: () => Promise<Start>][] = [
  ['PGlite', async () => ({ folder: dataFolderForTest() })],
  ['PostgreSQL', async () => ({ env: { DATABASE_URL: await databaseForTest() } })],
];

test.each(ofTheDay(places))(
  'the client saves each memory exactly once on %s, although the server is killed and limits the rate',
  { timeout: longProofMs },
  async (name, make) => {
    const place = await make();
    const token = await createTokenOn(place, rate);
    let server = await startServer(place);
    onTestFinished(async () => void (await server.stop()));
    const { url } = server;
    const begin = performance.now();
    let succeeded = 0;
    const changes = makeChanges({ baseUrl: url, token }, count, () => succeeded++);

    const killing = (async () => {
      for (let kill = 1; kill <= kills; kill++) {
        const enough = (kill / (kills + 1)) * requestsFor(count);
        await until('the next kill', () => succeeded >= enough, longProofMs);
        await server.kill();
        server = await startServer({ ...place, args: ['--port', new URL(url).port] });
      }
    })();

    const [{ listed, found, refused }] = await Promise.all([changes, killing]);
    expect(listed).toBe(count);
    expect(found).toEqual(expectedAfterChanges(count));
    expect(refused, 'requests beyond the rate limit').toBeGreaterThan(0);
    const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
    report(
      `TypeScript client on ${name}: ${count} memories, ${kills} kills, ${refused} requests refused for their rate, ${seconds} s`,
    );
  },
);
