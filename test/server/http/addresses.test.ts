import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { describe, expect, test } from 'vitest';
import { connectedFrom } from '../../../src/server/http/senders.ts';
import { watchSockets } from '../../../src/server/http/sockets.ts';
import { testDoor } from '../../support/server/door.ts';

/** How much is left of the window in which a stranger is counted. */
async function left(base: string, forwarded?: string): Promise<number> {
  const answer = await fetch(`${base}/v1/usage`, { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } });
  return Number(answer.headers.get('x-ratelimit-remaining'));
}

test('strangers are counted by the address that they come from, whatever they say of it', async () => {
  const { base } = await testDoor();
  expect([await left(base), await left(base, '192.0.2.1'), await left(base, '192.0.2.2')]).toEqual([119, 118, 117]);
});

test('behind a proxy they are counted by the address that the proxy added, not by what stood there before', async () => {
  const { base } = await testDoor({ behindProxy: true });
  expect([await left(base, '192.0.2.1'), await left(base, '192.0.2.2'), await left(base, '198.51.100.7, 192.0.2.1')]).toEqual([119, 119, 118]);
});

describe('behind a proxy', () => {
  test.each([
    ['one IPv4 address, with a port or without, or written as IPv6', ['203.0.113.9', '203.0.113.9:40000', '::ffff:203.0.113.9', '[::ffff:203.0.113.9]:40000', '::FFFF:CB00:7109']],
    ['addresses of one /64 of IPv6', ['2001:db8:1:1::1', '2001:DB8:1:1:ffff:ffff:ffff:ffff', '[2001:db8:1:1::2]', '[2001:db8:0001:1::3]:40000', '2001:db8:1:1::4%eth0']],
    ['what is no address, who is the proxy itself', ['unknown', '_hidden', 'x'.repeat(9_000), '203.0.113.256', '2001:db8::1::2', '203.0.113.9:port', '0x7f000001', '::ffff:127.0.0.1']],
  ])('%s: one stranger', async (_, all) => {
    const { base } = await testDoor({ behindProxy: true });
    const lefts = [];
    for (const forwarded of all) lefts.push(await left(base, forwarded));
    expect(lefts).toEqual(all.map((_one, place) => 119 - place));
  });

  test.each([
    ['addresses of IPv4', ['203.0.113.9', '203.0.113.10', '203.0.112.9:9']],
    ['two /64 of IPv6', ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1::1', '::1:2:3:4']],
  ])('%s: each a stranger', async (_, all) => {
    const { base } = await testDoor({ behindProxy: true });
    for (const forwarded of all) expect(await left(base, forwarded)).toBe(119);
  });
});

test('connections are counted by the same senders', () => {
  const server = new EventEmitter();
  watchSockets(server as Server, 2);
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false, destroy: () => void (socket.destroyed = true) });
    server.emit('connection', socket);
    return socket;
  };
  const addresses = ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:2::1', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8:1:1::3', '192.0.2.1'];
  const sockets = addresses.map(connect);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false, true, false, false, false, false]);
});

test('a connection of which no address is known is counted with its like', () => {
  expect(connectedFrom({ remoteAddress: undefined })).toBe('');
});
