import { expect, test } from 'vitest';
import { testHttpServer } from '../../support/server/http-server.ts';
import { wire } from '../../support/server/raw.ts';
import { expectRefusal } from './refusal.ts';

const hurried = { headersMs: 300, requestMs: 600, keepAliveMs: 300, checkMs: 50 };
const tooSlow = { status: 408, code: 'invalid_request' } as const;
const usage = (token: string) => `GET /v1/usage HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;

test('headers that never end are given up', async () => {
  const { port } = await testHttpServer({ limits: hurried });
  const { send, answer, closed } = await wire(port);
  send('GET /v1/usage HTTP/1.1\r\nHost: localhost\r\n');
  expectRefusal(await answer(), tooSlow);
  await closed;
});

test('a body that never ends is given up', async () => {
  const { port, token } = await testHttpServer({ limits: hurried });
  const { send, answer, closed } = await wire(port);
  send(
    `POST /v1/memories HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{"con`,
  );
  expectRefusal(await answer(), tooSlow);
  await closed;
});

test('a request in pieces that ends in time is answered', async () => {
  const { port, token } = await testHttpServer({ limits: { ...hurried, headersMs: 20_000, requestMs: 20_000 } });
  const { send, answer, socket } = await wire(port);
  for (const piece of usage(token).match(/[^]{1,20}/g)!) {
    send(piece);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await answer()).status).toBe(200);
  socket.destroy();
});

test('a connection that rests is closed', async () => {
  const { port, token } = await testHttpServer({ limits: hurried });
  const { send, answer, closed } = await wire(port);
  send(usage(token));
  expect((await answer()).headers.get('connection')).toBe('keep-alive');
  await closed;
});

test('whoever holds connections open pushes out only his own', async () => {
  const { port, base, token } = await testHttpServer({ limits: { socketsPerSender: 20 } });
  const other = await wire(port, '127.0.0.2');
  other.send('GET /v1/usage HTTP/1.1\r\n');
  const held = await Promise.all(Array.from({ length: 60 }, () => wire(port)));
  for (const { send } of held) send('GET /v1/usage HTTP/1.1\r\nHost: loc');
  await Promise.all(held.slice(0, 40).map(({ closed }) => closed));
  expect((await fetch(`${base}/v1/usage`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  other.send(usage(token).slice('GET /v1/usage HTTP/1.1\r\n'.length));
  expect((await other.answer()).status).toBe(200);
  for (const { socket } of [...held, other]) socket.destroy();
});

test('with room for all of them, all stay', async () => {
  const { port, token } = await testHttpServer({ limits: { socketsPerSender: 60 } });
  const held = await Promise.all(Array.from({ length: 60 }, () => wire(port)));
  for (const { send } of held) send('GET /v1/usage HTTP/1.1\r\n');
  for (const { send } of held) send(usage(token).slice('GET /v1/usage HTTP/1.1\r\n'.length));
  expect(new Set(await Promise.all(held.map(async ({ answer }) => (await answer()).status)))).toEqual(new Set([200]));
  for (const { socket } of held) socket.destroy();
});
