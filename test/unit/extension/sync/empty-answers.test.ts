import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../support/plain-server/listen.ts';
import { plainCore } from '../../../support/plain-server/core.ts';
import { device, runRound, save } from './device.ts';
import {
  expectEqual,
  httpServer,
  ourHttpServer,
  runRounds,
  connectDevice,
  textsHere,
  textsThere,
  type HttpServer,
} from './over-http.ts';

interface Site {
  server: HttpServer;
  fetch: typeof globalThis.fetch;
}

/** Whether the server carries out a request with this method but answers with an empty 204. */
type Empties = (method: string) => boolean;

const sites: Record<string, (empties: Empties) => Promise<Site>> = {
  /**
   * Our server responds as usual, and this `fetch` replaces its response with the empty 204. The plain server itself
   * sends the 204.
   */
  async ours(empties) {
    return {
      server: await ourHttpServer(),
      fetch: async (input, init) => {
        const answer = await fetch(input, init);
        return empties(init?.method ?? 'GET') ? new Response(null, { status: 204 }) : answer;
      },
    };
  },
  async plain(empties) {
    const core = plainCore('secret', { now: () => Date.now() });
    const plain = await listen(core.respond);
    const { url, close } = await listen((request) => {
      const answer = core.respond(request);
      return empties(request.method) ? { ...answer, status: 204, body: undefined } : answer;
    });
    onTestFinished(plain.close);
    onTestFinished(close);
    const server = { ...httpServer(plain.url, 'secret'), base: url };
    return { server, fetch: (...args) => fetch(...args) };
  },
};

test.each(Object.entries(sites))('empty 204s from server “%s” lose, delete and duplicate nothing', async (_, site) => {
  let empties: Empties = () => false;
  const { server, fetch } = await site((method) => empties(method));
  const browser = device({ fetch });
  await save(browser.local, 'here');
  await server.client.memories.create({ content: 'there' });
  await connectDevice(browser, server);
  await save(browser.local, 'new here');

  empties = (method) => method !== 'GET';
  const unconfirmed = await runRound(browser);
  expect(unconfirmed.counts).toMatchObject({ waiting: 1, stuck: 0 });
  expect(unconfirmed.waiting).toMatchObject([{ text: 'new here', reason: 'unanswered' }]);
  expect(await textsThere(server)).toEqual(['here', 'new here', 'there']);

  empties = () => true;
  expect((await runRounds(browser, 4)).last).toMatchObject({ stopped: 'unreachable' });
  expect(await textsHere(browser)).toEqual(['here', 'new here', 'there']);
  expect(await textsHere(browser, true)).toEqual([]);

  empties = () => false;
  await expectEqual(browser, server, await runRounds(browser, 3), ['here', 'new here', 'there']);
});
