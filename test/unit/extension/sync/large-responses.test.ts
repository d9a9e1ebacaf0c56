import { expect, test } from 'vitest';
import { maxResponseBytes } from '../../../../src/extension/sync/limited-fetch.ts';
import { address, connected, device, ourServer, runRound, save, textsOf, tokenOf, waitForState } from './device.ts';

const chunkBytes = 1_048_576;

/**
 * A response with `bytes` bytes of white space before its JSON, the number of its chunks that were read, and whether it
 * was cancelled.
 */
function largeResponse(body: unknown, bytes: number) {
  const large = { chunks: 0, isCancelled: false, response: undefined as unknown as Response };
  const chunk = new Uint8Array(chunkBytes).fill(32);
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (large.chunks++ < bytes / chunkBytes) return controller.enqueue(chunk);
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
        controller.close();
      },
      cancel: () => void (large.isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  large.response = new Response(stream, { headers: { 'content-type': 'application/json' } });
  return large;
}

test('a response over the limit is read only up to the limit, and sync goes on afterwards', async () => {
  const server = ourServer();
  const browser = device(server);
  await connected(server, browser);
  const page = { memories: [], erased: [], collections: null, since: 'later', more: false };
  const large = largeResponse(page, 2 * maxResponseBytes);
  server.instead = ({ url }) => (url.includes('/changes') ? large.response : undefined);
  expect((await runRound(browser)).last?.stopped).toBe('unreachable');
  expect(large.chunks).toBeLessThanOrEqual(maxResponseBytes / chunkBytes + 1);
  expect(large.isCancelled).toBe(true);

  server.instead = undefined;
  await save(browser.local, 'later');
  browser.skew += 3_600_000;
  expect((await runRound(browser)).last?.stopped).toBeNull();
  expect(await textsOf(server.service)).toEqual(['later']);
});

test('control: a large response within the limit is read whole', async () => {
  const server = ourServer();
  const browser = device(server);
  const large = largeResponse({ memories: [], nextCursor: null }, maxResponseBytes - 2 * chunkBytes);
  server.instead = ({ url }) => (url.includes('/memories?') ? large.response : undefined);
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server) });
  const { check } = await waitForState(browser.sync, 'the check', (state) => state.check?.status !== 'running');
  expect(check).toMatchObject({ status: 'ready', there: 0 });
});

test('the check of a server with a response over the limit fails with the fault `malformed`', async () => {
  const server = ourServer();
  const browser = device(server);
  const large = largeResponse({ memories: [], nextCursor: null }, 2 * maxResponseBytes);
  server.instead = ({ url }) => (url.includes('/memories?') ? large.response : undefined);
  await browser.sync.command({ do: 'check', address, token: await tokenOf(server) });
  const { check } = await waitForState(browser.sync, 'the check', (state) => state.check?.status !== 'running');
  expect(check).toMatchObject({ status: 'failed', fault: 'malformed' });
});
