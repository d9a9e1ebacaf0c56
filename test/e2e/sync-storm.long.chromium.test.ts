import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { randomFrom } from '../../scripts/random.ts';
import { faultyProxy } from '../support/faulty-proxy.ts';
import { longProofMs, report } from '../support/rounds.ts';
import { faultsOf, textsOf } from '../support/sync-accounting.ts';
import { StormProfile, stormServers } from '../support/sync-storm.ts';

/** The number of edits in each profile. */
const edits = 250;
const editsPerKill = 40;

/** What each profile kills, in turn. One profile kills the server, so that the server isn't killed twice at once. */
const victims = [
  ['engine', 'browser', 'server'],
  ['engine', 'browser'],
] as const;

/**
 * With a plain server, both sides may need minutes to become equal after the faults: an unanswered create is sent again
 * only after the server's whole list has twice lacked the memory.
 */
const settleRounds = 60;

test.each(Object.keys(stormServers))(
  'two profiles and a server keep every text although both profiles are killed and the connection is faulty: %s',
  async (kind) => {
    const random = randomFrom(20_261_123);
    const server = await stormServers[kind]!();
    onTestFinished(() => server.close());
    const proxy = await faultyProxy(random);
    onTestFinished(() => proxy.close());
    proxy.upstream = server.origin();
    const extension = await extensionWithHarness('chromium');
    const profiles = [new StormProfile(extension, proxy.origin), new StormProfile(extension, proxy.origin)];
    onTestFinished(async () => void (await Promise.all(profiles.map((profile) => profile.close()))));
    for (const profile of profiles) await profile.connect(server.token);

    // Each edit adds a mark to a text, so that the end shows which edits were kept.
    const confirmed = profiles.map(() => new Set<string>());
    const kills = { engine: 0, browser: 0, server: 0 };
    proxy.isFaulty = true;
    await Promise.all(profiles.map(storm));
    proxy.isFaulty = false;
    await settle(settleRounds);

    const writers = await Promise.all(
      profiles.map(async (profile, number) => ({
        name: `profile ${number}`,
        live: await profile.live(),
        trash: await profile.trash(),
        // On other servers, an edit names the version that it replaces, so no unseen version is replaced.
        versions: server.isPlain ? await profile.versions() : [],
        confirmed: confirmed[number]!,
      })),
    );
    expect(faultsOf(writers, { name: 'the server', live: await server.live() })).toEqual([]);
    // Controls: most edits were confirmed, and faults and kills happened. `sync-accounting.test.ts` shows that losses
    // and duplicates are detected.
    expect(Math.min(...confirmed.map(({ size }) => size))).toBeGreaterThan(edits * 0.8);
    const allKills = kills.engine + kills.browser + kills.server;
    expect(allKills).toBe(profiles.length * Math.floor(edits / editsPerKill));
    expect(Math.min(...Object.values(kills))).toBeGreaterThan(0);
    // The bounds are low, because our server accepts batches and so gets few requests.
    const faults = Object.values(proxy.happened);
    expect(Math.min(...faults)).toBeGreaterThan(0);
    expect(faults.reduce((sum, count) => sum + count)).toBeGreaterThan(2 * allKills);
    report(
      `sync storm, ${kind}: ${confirmed.map(({ size }) => size).join(' and ')} edits confirmed, ${JSON.stringify(kills)} killed, ${JSON.stringify(proxy.happened)}, ${writers[0]!.live.length} memories at the end`,
    );

    async function storm(profile: StormProfile, number: number): Promise<void> {
      for (let edit = 1; edit <= edits; edit++) {
        await pause(random() * 300);
        if (edit % 5 === 0) await profile.nudge();
        const mark = `«${number}.${edit}»`;
        await change(profile, mark).then(
          (isConfirmed) => isConfirmed && confirmed[number]!.add(mark),
          // The engine was killed, so it is unknown whether the change was saved.
          () => {},
        );
        if (edit % editsPerKill === 0) await kill(profile, number, edit / editsPerKill - 1);
      }
    }

    /** Saves a memory, adds a line to one, or deletes one. Returns whether the mark was added. */
    async function change({ memories }: StormProfile, mark: string): Promise<boolean> {
      const all = random() < 0.5 ? [] : (await memories.list({ limit: 50 })).memories;
      const chosen = all[Math.floor(random() * all.length)];
      if (chosen === undefined) {
        await memories.create({ content: `Note ${mark}` });
        return true;
      }
      // A plain server can't delete.
      if (random() < 0.1 && !server.isPlain) {
        await memories.delete(chosen.id);
        return false;
      }
      await memories.update(chosen.id, { content: `${chosen.content}\n${mark}` }, { ifVersion: chosen.version });
      return true;
    }

    /** Makes the profile's `index`-th kill. */
    async function kill(profile: StormProfile, number: number, index: number): Promise<void> {
      const victim = victims[number]![index % victims[number]!.length]!;
      if (victim === 'engine') await profile.killEngine();
      else if (victim === 'browser') await profile.restart();
      else {
        await server.restart();
        proxy.upstream = server.origin();
      }
      kills[victim]++;
    }

    /** Runs rounds until no change waits and both profiles show the same memories. */
    async function settle(maxRounds: number): Promise<void> {
      for (let round = 0; round < maxRounds; round++) {
        let isAtRest = true;
        for (const profile of profiles) {
          const { counts, last } = await profile.settle();
          isAtRest &&= counts.waiting === 0 && last?.stopped === null;
        }
        const [one, other] = await Promise.all(
          profiles.map(async (profile) => textsOf({ live: await profile.live() })),
        );
        if (isAtRest && JSON.stringify(one) === JSON.stringify(other)) return;
        await pause(5_000);
      }
    }
  },
  longProofMs,
);
