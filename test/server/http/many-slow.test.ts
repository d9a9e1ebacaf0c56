import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testHttpServer } from '../../support/server/http-server.ts';

interface Held {
  socket: Socket;
  /** Resolves when the server has given it up. */
  closed: Promise<void>;
}

/** `isStubborn`: goes on when it is told that there is no more to come. */
async function opened(port: number, localAddress: string, isStubborn: boolean): Promise<Held> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: isStubborn });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {}).resume();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, closed };
}

/** So many at a time as a system lets wait for a server to take them. */
const batch = 100;

test('2,000 connections that send a byte now and then, or nothing, hold up nobody, and each is closed in the end, whatever it sends', async () => {
  const { base, port, token } = await testHttpServer({ limits: { headersMs: 5_000, requestMs: 5_000 } });
  const ask = async () => (await fetch(`${base}/v1/usage`, { headers: { authorization: `Bearer ${token}` } })).status;
  const held: Held[] = [];
  const request = 'GET /v1/usage HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
  let sent = 0;
  const drip = setInterval(() => {
    for (const [place, { socket }] of held.entries())
      if (place % 2 === 0 && socket.writable) socket.write(request[sent] ?? 'x');
    sent++;
  }, 500);
  onTestFinished(() => clearInterval(drip));
  while (held.length < 2_000) {
    // From four addresses, so that none has more than it may.
    held.push(
      ...(await Promise.all(
        Array.from({ length: batch }, (_, place) => opened(port, `127.0.0.${2 + (place % 4)}`, place % 2 === 0)),
      )),
    );
    // Answered, so those before it are taken.
    expect(await ask()).toBe(200);
  }
  await Promise.all(held.map(({ closed }) => closed));
  expect(await ask()).toBe(200);
});
