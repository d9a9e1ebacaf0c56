import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { faultyProxy } from '../../support/faulty-proxy.ts';

/** The faults in the order in which the proxy draws them for a request. */
const draws = ['dropped', 'answer lost', 'cut', 'delayed', 'overtaken', 'twice'] as const;

/**
 * A proxy in front of a server that records the paths of its requests. Each request gets the fault named for it.
 * `drawn`: the numbers that the proxy has still to draw.
 */
async function proxyWith(...faults: ((typeof draws)[number] | 'none')[]) {
  const paths: string[] = [];
  const server = createServer(({ url }, response) => {
    paths.push(url!);
    response.end('a whole answer');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  // Draws after those of the faults are pauses, and so end at once.
  const drawn = faults.flatMap((fault) =>
    draws.slice(0, fault === 'dropped' ? 3 : undefined).map((one) => (one === fault ? 0 : 1)),
  );
  const proxy = await faultyProxy(() => drawn.shift() ?? 0);
  onTestFinished(() => proxy.close());
  proxy.upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy.isFaulty = true;
  const get = async (path: string) => (await fetch(`${proxy.origin}${path}`)).text();
  return { proxy, paths, drawn, get };
}

test('an overtaken request reaches the server after a later one', async () => {
  const { proxy, paths, drawn, get } = await proxyWith('overtaken');
  const first = get('/first');
  await expect.poll(() => drawn).toHaveLength(1);
  proxy.isFaulty = false;
  await get('/second');
  await first;
  expect(paths).toEqual(['/second', '/first']);
  expect(proxy.happened.overtaken).toBe(1);
});

test('a request that no other overtakes goes on, and isn’t counted', async () => {
  const { proxy, paths, get } = await proxyWith('overtaken');
  expect(await get('/only')).toBe('a whole answer');
  expect(paths).toEqual(['/only']);
  expect(proxy.happened.overtaken).toBe(0);
});

test('a reading can reach the server twice', async () => {
  const { proxy, paths, get } = await proxyWith('twice');
  await get('/read');
  await expect.poll(() => paths).toEqual(['/read', '/read']);
  expect(proxy.happened.twice).toBe(1);
});

test.each(['dropped', 'answer lost', 'cut'] as const)('a request fails if its fault is: %s', async (fault) => {
  const { proxy, paths, get } = await proxyWith(fault);
  await expect(get('/read')).rejects.toThrow();
  expect(paths).toEqual(fault === 'dropped' ? [] : ['/read']);
  expect(proxy.happened[fault]).toBe(1);
});
