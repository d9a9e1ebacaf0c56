import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { rounds } from '../../soak/rounds.ts';
import { randomFrom } from '../../support/random.ts';
import { runCommand } from '../../support/server/command.ts';
import { spawnServer, startServer, type RunningServer, type Start } from '../../support/server/start.ts';
import { sendAgain, startStorm, tagged } from './storm.ts';

const seed = 20261121;

/** Of a user of its own, with room for every storm. */
async function tokenOn({ folder, env = {} }: Start): Promise<string> {
  const place = folder === undefined ? [] : ['--data', folder];
  await runCommand(['user', 'add', 'storms', ...place], { env });
  const { stdout } = await runCommand(['token', 'create', '--user', 'storms', '--name', 'storm', '--scopes', 'memories:read,memories:write', '--rate', '1000000/60', ...place], { env });
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

const count = rounds(200);
const starts = rounds(50);

/** `startMs`: how long it took; what is killed on its way is killed within this. */
async function started(place: Start): Promise<{ server: RunningServer; startMs: number }> {
  const begin = performance.now();
  const server = await startServer(place);
  return { server, startMs: performance.now() - begin };
}

/** The tests of one database; `make`: a new, empty one, which goes with the test. */
export function killsOn(make: () => Promise<Start>): void {
  test(`the server is killed ${count} times in a storm of saves, seed ${seed}: what was acknowledged is there, once and whole`, { timeout: count * 60_000 }, async () => {
    const place = await make();
    const random = randomFrom(seed);
    const token = await tokenOn(place);
    let { server, startMs } = await started(place);
    onTestFinished(() => server.kill());
    let acknowledged = 0;
    for (let round = 1; round <= count; round++) {
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
    expect(acknowledged).toBeGreaterThan(10 * count);
  });

  test(`a first start that is killed ${starts} times comes to its end in the next one, with a token that works, seed ${seed}`, { timeout: starts * 120_000 }, async () => {
    const random = randomFrom(seed);
    const whole = await started(await make());
    await whole.server.kill();
    const place = await make();
    const told: string[] = [];
    for (let round = 0; round < starts; round++) {
      const starting = spawnServer(place);
      await pause(random() * whole.startMs);
      await starting.kill();
      told.push(...tokensIn(starting.output.stdout));
    }
    const server = await startServer(place);
    onTestFinished(() => server.kill());
    expect((await fetch(server.url.replace('/v1', '/readyz'))).status).toBe(200);
    told.push(...tokensIn(server.output.stdout));
    const answers = told.map(async (token) => (await fetch(`${server.url}/usage`, { headers: { authorization: `Bearer ${token}` } })).status);
    expect(answers.length).toBeGreaterThan(0);
    expect(await Promise.all(answers)).toEqual(told.map(() => 200));
  });
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

const tokensIn = (stdout: string): string[] => Array.from(stdout.matchAll(/^First token: (\S+)\n/gm), ([, token]) => token!);
