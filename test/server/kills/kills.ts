import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { daySeed } from '../../../scripts/test/day-seed.ts';
import { everySecondDay, killSecondsInAll, longProofMs, rounds, sized } from '../../support/rounds.ts';
import { randomFrom } from '../../../scripts/random.ts';
import { spawnServer, startServer, type RunningServer, type Start } from '../../../scripts/server/start.ts';
import { createTokenOn } from '../../../scripts/server/token-on.ts';
import { sendAgain, startStorm, tagged } from './storm.ts';

/** `startMs`: how long the start took. A kill of a later start comes within this time. */
async function started(place: Start): Promise<{ server: RunningServer; startMs: number }> {
  const begin = performance.now();
  const server = await startServer(place);
  return { server, startMs: performance.now() - begin };
}

/** The tests for one kind of database. `make` provides a new place for a database, which is removed after the test. */
export function killsOn(database: 'PGlite' | 'PostgreSQL', make: () => Promise<Start>): void {
  const days = database === 'PostgreSQL' ? 'odd' : 'even';

  test(
    'keeps each acknowledged save, exactly once and complete, if the server is killed in a storm of saves',
    { timeout: longProofMs },
    async () => {
      const place = await make();
      const random = randomFrom(daySeed);
      const token = await createTokenOn(place);
      let { server, startMs } = await started(place);
      onTestFinished(() => server.kill());
      let acknowledged = 0;
      let last = 0;
      for (const round of rounds(`${database}: server killed in a storm of saves`, {
        count: 200,
        seconds: everySecondDay(days, 5),
        secondsInAll: killSecondsInAll,
      })) {
        last = round;
        const name = `storm-${round}`;
        const storm = startStorm(server.url, token, name);
        // Waits for saves, not for a time, so that a storm is as large on a slow machine as on a fast one.
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
    'completes a killed first start at the next start, and shows a token that works',
    { timeout: longProofMs },
    async () => {
      const random = randomFrom(daySeed);
      const complete = await started(await make());
      await complete.server.kill();
      const place = await make();
      const shown: string[] = [];
      for (const _ of rounds(`${database}: first start killed`, {
        count: 50,
        seconds: everySecondDay(days, 2),
        secondsInAll: killSecondsInAll,
      })) {
        const starting = spawnServer(place);
        await pause(random() * complete.startMs);
        await starting.kill();
        shown.push(...tokensIn(starting.output.stdout));
      }
      const server = await startServer(place);
      onTestFinished(() => server.kill());
      expect((await fetch(server.url.replace('/v1', '/readyz'))).status).toBe(200);
      shown.push(...tokensIn(server.output.stdout));
      const answers = shown.map(
        async (token) => (await fetch(`${server.url}/usage`, { headers: { authorization: `Bearer ${token}` } })).status,
      );
      expect(answers.length).toBeGreaterThan(0);
      expect(await Promise.all(answers)).toEqual(shown.map(() => 200));
    },
  );
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

const tokensIn = (stdout: string): string[] =>
  Array.from(stdout.matchAll(/ sign in with (cpk_\S+)\n/g), ([, token]) => token!);
