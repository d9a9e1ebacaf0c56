import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testHttpServer } from '../../support/server/http-server.ts';

interface SlowConnection {
  socket: Socket;
  closed: Promise<void>;
}

/** With `isStubborn`, the client keeps its half of the connection open after the server has ended the other half. */
async function openSocket(port: number, localAddress: string, isStubborn: boolean): Promise<SlowConnection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: isStubborn });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {}).resume();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, closed };
}

/** How many connections to open at once: fewer than fit in the queue of connections that aren’t accepted yet. */
const batch = 100;

test('2,000 slow or silent connections block no other client, and are all closed in the end', async () => {
  const { base, port, token } = await testHttpServer({ limits: { headersMs: 5_000, requestMs: 5_000 } });
  const ask = async () => (await fetch(`${base}/v1/usage`, { headers: { authorization: `Bearer ${token}` } })).status;
  const connections: SlowConnection[] = [];
  const request = 'GET /v1/usage HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
  let sent = 0;
  const drip = setInterval(() => {
    for (const [index, { socket }] of connections.entries())
      if (index % 2 === 0 && socket.writable) socket.write(request[sent] ?? 'x');
    sent++;
  }, 500);
  onTestFinished(() => clearInterval(drip));
  while (connections.length < 2_000) {
    // Uses four addresses, so that none exceeds the limit of connections per address.
    connections.push(
      ...(await Promise.all(
        Array.from({ length: batch }, (_, index) => openSocket(port, `127.0.0.${2 + (index % 4)}`, index % 2 === 0)),
      )),
    );
    // This response shows that the server has accepted the earlier connections.
    expect(await ask()).toBe(200);
  }
  await Promise.all(connections.map(({ closed }) => closed));
  expect(await ask()).toBe(200);
});
