import { expect, test } from 'vitest';
import { connected, device, ourServer, save, waitForState } from './device.ts';

test('a round ends once it has taken 20 s, and the next round continues where it ended', async () => {
  const memories = 650;
  const server = ourServer();
  const browser = device(server);
  await connected(server, browser);
  for (let number = 0; number < memories; number++) await save(server.service, `note ${number}`);

  /** The number of requests of each round, by the end time of the previous round. */
  const rounds: Record<string, number> = {};
  const stops = new Set<string | null>();
  server.sent = [];
  // The device's clock runs only with the requests, so the machine's speed doesn't matter.
  browser.stoppedAt = Date.now();
  server.instead = async (request) => {
    const { last } = await browser.sync.state();
    rounds[last!.at] = (rounds[last!.at] ?? 0) + 1;
    stops.add(last!.stopped);
    browser.skew += 7_000;
    return server.service.service.fetch(request, {});
  };
  await browser.sync.command({ do: 'resume' });
  await waitForState(
    browser.sync,
    'everything to arrive',
    ({ counts, isRunning }) => counts.synced === memories && !isRunning,
  );
  expect(server.sent).toEqual(Array.from({ length: 7 }, () => 'GET /v1/changes'));
  expect(Object.values(rounds)).toEqual([3, 3, 1]);
  expect([...stops]).toEqual([null, 'over']);
});
