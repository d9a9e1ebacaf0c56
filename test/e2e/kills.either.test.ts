import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browserKind,
  launchBrowser,
  temporaryFolder,
  until,
  type BrowserKind,
  type ChromiumBrowser,
  type ExtensionBrowser,
  type Page,
} from '../../scripts/browsers/index.ts';
import { expectedAfterChanges, requestsFor } from '../../scripts/harness/changes.ts';
import { acknowledged, ask, extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough, textsTagged } from '../../scripts/harness/client.ts';
import { progressId } from '../../scripts/harness/protocol.ts';
import { randomFrom, weighted } from '../../scripts/random.ts';
import { clientProject } from '../support/client/project.ts';
import { daySeed } from '../../scripts/test/day-seed.ts';
import { killSecondsInAll, longProofMs, report, rounds, runsAll, sized } from '../support/rounds.ts';

const victims: Record<BrowserKind, Record<string, number>> = {
  chromium: { 'the engine': 40, 'the offscreen document': 30, 'the service worker': 15, 'the whole browser': 15 },
  firefox: { 'the background': 75, 'the whole browser': 25 },
};

const kill: Record<string, (browser: ExtensionBrowser) => Promise<unknown>> = {
  'the engine': (browser) => (browser as ChromiumBrowser).terminateEngine(),
  'the offscreen document': (browser) => (browser as ChromiumBrowser).closeOffscreen(),
  'the service worker': (browser) => browser.stopBackground(),
  'the background': (browser) => browser.stopBackground(),
  'the whole browser': (browser) => browser.kill(),
};

describe('killed at random moments during a storm of saves', () => {
  const kind = browserKind();
  const random = randomFrom(daySeed);
  const profile = temporaryFolder('kills');
  let extension: string;
  let browser: ExtensionBrowser;
  let page: Page;
  let kept = 0;

  async function launch(): Promise<void> {
    browser = await launchBrowser({ extension, profile });
    page = await browser.newPage(browser.address('popup.html'));
  }

  beforeAll(async () => {
    const client = runsAll ? join((await clientProject()).folder, 'node_modules/@commonplace/client') : undefined;
    extension = await extensionWithHarness(kind, client);
    await launch();
  });

  afterAll(() => browser?.close());

  test(
    'each acknowledged save is stored once and completely, and the next request works',
    { timeout: longProofMs },
    async () => {
      let [sum, last] = [0, 0];
      for (const round of rounds(`${kind}: killed in a storm of saves`, {
        count: { chromium: 1_000, firefox: 200 }[kind],
        seconds: 8,
        secondsInAll: killSecondsInAll,
      })) {
        last = round;
        const victim = weighted(random, victims[kind]);
        const name = `storm-${round}`;
        await ask(page, { kind: 'startSaving', name });
        // Waits for saves, not for a time, so that a storm is as large on a slow machine as on a fast one.
        const enough = 1 + Math.floor(random() * 30);
        await until(`${enough} saves, round ${round}`, async () => (await acknowledged(page)).length >= enough);
        await pause(random() * 20);
        let confirmed = await acknowledged(page);
        await kill[victim]?.(browser);
        if (victim === 'the whole browser') {
          await launch();
        } else {
          const answer = await ask(page, {
            kind: 'request',
            envelope: { commonplace: 1, method: 'GET', path: '/v1/usage', headers: {} },
          });
          expect(answer.status, `the next request after the end of ${victim}, round ${round}`).toBe(200);
          await ask(page, { kind: 'stopSaving' });
          confirmed = await acknowledged(page);
        }
        sum += confirmed.length;
        const client = clientThrough(page);
        const found = await textsTagged(client, name);
        const where = `round ${round}, ${victim} killed`;
        expect(
          confirmed.filter((content) => !found.includes(content)),
          `acknowledged and lost, ${where}`,
        ).toEqual([]);
        expect(new Set(found).size, `each text once, ${where}`).toBe(found.length);
        expect(
          found.filter((content) => !isWhole(content, name)),
          `stored partially, ${where}`,
        ).toEqual([]);
        kept += found.length;
        expect((await client.usage.read()).memories.used, `the number of memories, ${where}`).toBe(kept);
        expect(
          (await client.tags.list({ prefix: 'storm', limit: 1 })).tags,
          `the stored count of the tag, ${where}`,
        ).toEqual([{ tag: 'storm', memoryCount: kept }]);
      }
      expect(sum).toBeGreaterThanOrEqual(sized(10, 1) * last);
    },
  );

  // In `npm run test:all`, the built package runs in the extension. In `npm test`, the package's source does.
  test(
    'the published client makes each change exactly once despite kills and a rate limit',
    { timeout: longProofMs },
    async () => {
      const [count, kills] = [sized(5_000, 40), sized(12, 2)];
      // The long run exceeds this limit on a fast machine. The short run doesn't reach the limit.
      const rateLimit = { requests: 2_000, seconds: 60 };
      const { token } = await clientThrough(page).tokens.create({
        name: 'changes',
        scopes: ['memories:read', 'memories:write'],
        rateLimit,
      });
      const partsToKill = { ...victims[kind], 'the whole browser': 0 };
      const begin = performance.now();
      const changes = ask(page, { kind: 'changes', count, token: token! }, longProofMs);
      const killing = (async () => {
        for (let number = 1; number <= kills; number++) {
          const enough = (number / (kills + 1)) * requestsFor(count);
          await until('the next kill', async () => (await succeeded()) >= enough, longProofMs);
          await kill[weighted(random, partsToKill)]?.(browser);
        }
      })();
      const succeeded = () => page.evaluate((id) => Number(document.getElementById(id)?.textContent), progressId);
      const [{ listed, found, refused }] = await Promise.all([changes, killing]);
      expect(listed).toBe(count);
      expect(found).toEqual(expectedAfterChanges(count));
      const seconds = (performance.now() - begin) / 1_000;
      // A busy machine may be too slow to reach the rate limit.
      const isFast = requestsFor(count) / seconds > rateLimit.requests / rateLimit.seconds;
      if (runsAll && isFast) expect(refused, 'requests beyond the rate limit').toBeGreaterThan(0);
      report(
        `TypeScript client in the extension, ${kind}: ${count} memories, ${kills} kills, ${refused} requests refused for their rate, ${seconds.toFixed(0)} s`,
      );
    },
  );
});

function isWhole(content: string, name: string): boolean {
  const [, number, filling = ''] = /^(\d+) ?(x+)$/.exec(content.slice(name.length + 1)) ?? [];
  return number !== undefined && filling.length === (Number(number) % 700) + 1;
}
