import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { daySeed, longProofMs, rounds, runsAll, sized } from '../../support/rounds.ts';
import { randomFrom } from '../../../scripts/random.ts';
import { runCommand } from '../../../scripts/server/command.ts';
import { spawnServer, startServer, type RunningServer, type Start } from '../../../scripts/server/start.ts';
import { sendAgain, startStorm, tagged } from './storm.ts';

/** All rounds of `npm run test:all` repeat those of one seed; the few of `npm test` are others each day. */
const seed = runsAll ? 20_261_121 : daySeed;

/** Of a user of its own, with room for every storm. */
async function tokenOn({ folder, env = {} }: Start): Promise<string> {
  const place = folder === undefined ? [] : ['--data', folder];
  await runCommand(['user', 'add', 'storms', ...place], { env });
  const { stdout } = await runCommand(
    [
      'token',
      'create',
      '--user',
      'storms',
      '--name',
      'storm',
      '--scopes',
      'memories:read,memories:write',
      '--rate',
      '1000000/60',
      ...place,
    ],
    { env },
  );
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

/** `startMs`: how long it took; what is killed on its way is killed within this. */
async function started(place: Start): Promise<{ server: RunningServer; startMs: number }> {
  const begin = performance.now();
  const server = await startServer(place);
  return { server, startMs: performance.now() - begin };
}

/** The tests of one database; `make`: a new, empty one, which goes with the test. */
export function killsOn(database: string, make: () => Promise<Start>): void {
  test(
    'the server is killed in a storm of saves: what was acknowledged is there, once and whole',
    { timeout: longProofMs },
    async () => {
      const place = await make();
      const random = randomFrom(seed);
      const token = await tokenOn(place);
      let { server, startMs } = await started(place);
      onTestFinished(() => server.kill());
      let acknowledged = 0;
      let last = 0;
      for (const round of rounds(`${database}: server killed in a storm of saves`, { count: 200, seconds: 15 })) {
        last = round;
        const name = `storm-${round}`;
        const storm = startStorm(server.url, token, name);
        // By what was acknowledged, not by time: a busy machine has storms too.
        const enough = 1 + Math.floor(random() * 30);
        while (storm.acknowledged.size < enough) await pause(1);
        await pause(random() * 20);
        await server.kill();
        await storm.ended;
        acknowledged += storm.acknowledged.size;
        if (round % 5 === 0) {
          const starting = spawnServer(place);
          await pause(random() * startMs);
          await starting.kill();
        }
        ({ server, startMs } = await started(place));
        await sendAgain(server.url, token, name, storm);
        const kept = await tagged(server.url, token, name);
        expect(kept.toSorted(byId), `after round ${round}`).toEqual([...storm.acknowledged.values()].toSorted(byId));
      }
      expect(acknowledged).toBeGreaterThanOrEqual(sized(10, 1) * last);
    },
  );

  test(
    'a first start that is killed comes to its end in the next one, with a token that works',
    { timeout: longProofMs },
    async () => {
      const random = randomFrom(seed);
      const whole = await started(await make());
      await whole.server.kill();
      const place = await make();
      const told: string[] = [];
      for (const _ of rounds(`${database}: first start killed`, { count: 50, seconds: 8 })) {
        const starting = spawnServer(place);
        await pause(random() * whole.startMs);
        await starting.kill();
        told.push(...tokensIn(starting.output.stdout));
      }
      const server = await startServer(place);
      onTestFinished(() => server.kill());
      expect((await fetch(server.url.replace('/v1', '/readyz'))).status).toBe(200);
      told.push(...tokensIn(server.output.stdout));
      const answers = told.map(
        async (token) => (await fetch(`${server.url}/usage`, { headers: { authorization: `Bearer ${token}` } })).status,
      );
      expect(answers.length).toBeGreaterThan(0);
      expect(await Promise.all(answers)).toEqual(told.map(() => 200));
    },
  );
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

const tokensIn = (stdout: string): string[] =>
  Array.from(stdout.matchAll(/ sign in with (cpk_\S+)\n/g), ([, token]) => token!);
