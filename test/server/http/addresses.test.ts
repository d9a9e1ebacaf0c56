import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { describe, expect, test } from 'vitest';
import { peerAddress } from '../../../src/server/http/client-address.ts';
import { watchSockets } from '../../../src/server/http/sockets.ts';
import { testClock } from '../../support/clock.ts';
import { testHttpServer } from '../../support/server/http-server.ts';

/** The requests left in the rate window of a client without a token. */
async function left(base: string, forwarded?: string): Promise<number> {
  const answer = await fetch(`${base}/v1/usage`, {
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
  return Number(answer.headers.get('x-ratelimit-remaining'));
}

test('counts clients without a token by their address, and ignores the address that they claim', async () => {
  const { base } = await testHttpServer({ clock: testClock() });
  expect([await left(base), await left(base, '192.0.2.1'), await left(base, '192.0.2.2')]).toEqual([119, 118, 117]);
});

test('behind a proxy, counts clients by the address that the proxy added, not by earlier ones', async () => {
  const { base } = await testHttpServer({ behindProxy: true, clock: testClock() });
  expect([
    await left(base, '192.0.2.1'),
    await left(base, '192.0.2.2'),
    await left(base, '198.51.100.7, 192.0.2.1'),
  ]).toEqual([119, 119, 118]);
});

describe('behind a proxy', () => {
  test.each([
    [
      'an IPv4 address in any notation, with or without a port,',
      ['203.0.113.9', '203.0.113.9:40000', '::ffff:203.0.113.9', '[::ffff:203.0.113.9]:40000', '::FFFF:CB00:7109'],
    ],
    [
      'addresses of one /64 of IPv6',
      [
        '2001:db8:1:1::1',
        '2001:DB8:1:1:ffff:ffff:ffff:ffff',
        '[2001:db8:1:1::2]',
        '[2001:db8:0001:1::3]:40000',
        '2001:db8:1:1::4%eth0',
      ],
    ],
    [
      'texts that aren’t addresses, and the proxy’s own address,',
      [
        'unknown',
        '_hidden',
        'x'.repeat(9_000),
        '203.0.113.256',
        '2001:db8::1::2',
        '203.0.113.9:port',
        '0x7f000001',
        '::ffff:127.0.0.1',
      ],
    ],
  ])('counts %s as one client', async (_, all) => {
    const { base } = await testHttpServer({ behindProxy: true, clock: testClock() });
    const remaining = [];
    for (const forwarded of all) remaining.push(await left(base, forwarded));
    expect(remaining).toEqual(all.map((_all, index) => 119 - index));
  });

  test.each([
    ['addresses of IPv4', ['203.0.113.9', '203.0.113.10', '203.0.112.9:9']],
    ['addresses in different /64s of IPv6', ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1::1', '::1:2:3:4']],
  ])('counts %s as different clients', async (_, all) => {
    const { base } = await testHttpServer({ behindProxy: true, clock: testClock() });
    for (const forwarded of all) expect(await left(base, forwarded)).toBe(119);
  });
});

/** A server without a network, which permits two connections per sender. `connect` and `ask` emit its events. */
function socketServer(behindProxy: boolean) {
  const server = new EventEmitter();
  watchSockets(server as Server, { maxPerSender: 2, behindProxy });
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroyed: false,
      destroy: () => void (socket.destroyed = true),
    });
    server.emit('connection', socket);
    return socket;
  };
  /** Returns the response, which ends when it emits `close`. */
  const ask = (socket: EventEmitter, forwarded: string) => {
    const response = new EventEmitter();
    server.emit('request', { socket, headers: { 'x-forwarded-for': forwarded } }, response);
    return response;
  };
  return { connect, ask };
}

test('limits the connections of each IPv4 address, and of each /64 of IPv6', () => {
  const { connect } = socketServer(false);
  const addresses = [
    '2001:db8:1:1::1',
    '2001:db8:1:1::2',
    '2001:db8:1:2::1',
    '::ffff:192.0.2.1',
    '192.0.2.1',
    '192.0.2.2',
    '2001:db8:1:1::3',
    '192.0.2.1',
  ];
  const sockets = addresses.map(connect);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false, true, false, false, false, false]);
});

describe('connections through a proxy', () => {
  /** Sends a request of each client on a new connection of the proxy. Returns which connections were closed. */
  function destroyed(behindProxy: boolean, clients: string[]) {
    const { connect, ask } = socketServer(behindProxy);
    return clients.map((client) => {
      const socket = connect('127.0.0.1');
      ask(socket, client);
      return socket.destroyed;
    });
  }

  test('are counted for the client that the proxy names', () => {
    const clients = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2'];
    expect(destroyed(true, clients)).toEqual([false, false, true, false, false]);
    // Without --trust-proxy, all connections count for the proxy, so one client blocks the other.
    expect(destroyed(false, clients)).toEqual([false, false, true, true, true]);
  });

  test('count for a client only while they carry its request', () => {
    const { connect, ask } = socketServer(true);
    const pooled = [connect('127.0.0.1'), connect('127.0.0.1')];
    for (const socket of pooled) ask(socket, '192.0.2.1').emit('close');
    for (const socket of pooled) ask(socket, '192.0.2.2');
    const fresh = [connect('127.0.0.1'), connect('127.0.0.1'), connect('127.0.0.1')];
    for (const socket of fresh) ask(socket, '192.0.2.1');
    expect([...pooled, ...fresh].map((socket) => socket.destroyed)).toEqual([false, false, false, false, true]);
  });
});

test('a connection without a known address counts under an empty address', () => {
  expect(peerAddress({ remoteAddress: undefined })).toBe('');
});
