import { expect, test } from 'vitest';
import { testHttpServer } from '../../support/server/http-server.ts';
import { wire } from '../../support/server/raw.ts';
import { expectRefusal } from './refusal.ts';

const hurried = { headersMs: 300, requestMs: 600, keepAliveMs: 300, checkMs: 50 };
const tooSlow = { status: 408, code: 'invalid_request' } as const;
const usage = (token: string) => `GET /v1/usage HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;

test('refuses headers that never end', async () => {
  const { port } = await testHttpServer({ limits: hurried });
  const { send, answer, closed } = await wire(port);
  send('GET /v1/usage HTTP/1.1\r\nHost: localhost\r\n');
  expectRefusal(await answer(), tooSlow);
  await closed;
});

test('refuses a body that never ends', async () => {
  const { port, token } = await testHttpServer({ limits: hurried });
  const { send, answer, closed } = await wire(port);
  send(
    `POST /v1/memories HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{"con`,
  );
  expectRefusal(await answer(), tooSlow);
  await closed;
});

test('answers a request that arrives in pieces but in time', async () => {
  const { port, token } = await testHttpServer({ limits: { ...hurried, headersMs: 20_000, requestMs: 20_000 } });
  const { send, answer, socket } = await wire(port);
  for (const piece of usage(token).match(/[^]{1,20}/g)!) {
    send(piece);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await answer()).status).toBe(200);
  socket.destroy();
});

test('closes an idle connection', async () => {
  const { port, token } = await testHttpServer({ limits: hurried });
  const { send, answer, closed } = await wire(port);
  send(usage(token));
  expect((await answer()).headers.get('connection')).toBe('keep-alive');
  await closed;
});

test('if a sender has too many open connections, only its own are closed', async () => {
  const { port, base, token } = await testHttpServer({ limits: { socketsPerSender: 20 } });
  const other = await wire(port, '127.0.0.2');
  other.send('GET /v1/usage HTTP/1.1\r\n');
  const connections = await Promise.all(Array.from({ length: 60 }, () => wire(port)));
  for (const { send } of connections) send('GET /v1/usage HTTP/1.1\r\nHost: loc');
  await Promise.all(connections.slice(0, 40).map(({ closed }) => closed));
  expect((await fetch(`${base}/v1/usage`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  other.send(usage(token).slice('GET /v1/usage HTTP/1.1\r\n'.length));
  expect((await other.answer()).status).toBe(200);
  for (const { socket } of [...connections, other]) socket.destroy();
});

test('behind a proxy, connections count for the client that the proxy names', async () => {
  const { port, token } = await testHttpServer({ behindProxy: true, limits: { socketsPerSender: 20 } });
  const begun = (client: string) =>
    `POST /v1/memories HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${client}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{"con`;
  /** Opens `count` connections, and begins a request of this client on each. */
  const begin = async (client: string, count: number) => {
    const connections = await Promise.all(Array.from({ length: count }, () => wire(port)));
    for (const { send } of connections) send(begun(client));
    return connections;
  };
  const greedy = await begin('192.0.2.1', 30);
  let closedCount = 0;
  for (const { closed } of greedy) void closed.then(() => closedCount++);
  await expect.poll(() => closedCount).toBe(10);
  const modest = await begin('192.0.2.2', 15);
  for (const { send, socket } of [...greedy, ...modest]) if (!socket.destroyed) send('tent":"abcd"}');
  const answers = await Promise.all(modest.map(async ({ answer }) => (await answer()).status));
  expect(answers).toEqual(Array.from(modest, () => 201));
  for (const { socket } of [...greedy, ...modest]) socket.destroy();
});

test('keeps all connections of a sender that doesn’t exceed the limit', async () => {
  const { port, token } = await testHttpServer({ limits: { socketsPerSender: 60 } });
  const connections = await Promise.all(Array.from({ length: 60 }, () => wire(port)));
  for (const { send } of connections) send('GET /v1/usage HTTP/1.1\r\n');
  for (const { send } of connections) send(usage(token).slice('GET /v1/usage HTTP/1.1\r\n'.length));
  expect(new Set(await Promise.all(connections.map(async ({ answer }) => (await answer()).status)))).toEqual(
    new Set([200]),
  );
  for (const { socket } of connections) socket.destroy();
});
