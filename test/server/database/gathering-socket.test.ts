import { once } from 'node:events';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { GatheringSocket } from '../../../src/server/database/postgres.ts';

/**
 * Sends letters in pairs. Each pair is corked, as pg corks a statement. Returns what arrived and the number of system
 * writes.
 */
async function sent(socket: Socket): Promise<{ arrived: string; sends: number }> {
  let arrived = '';
  const server = createServer((peer) =>
    peer.setEncoding('utf8').on('data', (text: string) => (arrived += text)),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const sends = vi.spyOn(socket as Required<Socket>, '_writev');
  for (const pair of ['ab', 'cd', 'ef']) {
    socket.cork();
    for (const word of pair) socket.write(word);
    socket.uncork();
    if (pair === 'cd') await new Promise(setImmediate);
  }
  socket.end();
  await once(socket, 'close');
  return { arrived, sends: sends.mock.calls.length };
}

test('a gathering socket sends the writes of one turn of the event loop together, in order and completely', async () => {
  expect(await sent(new GatheringSocket())).toEqual({ arrived: 'abcdef', sends: 2 });
});

test('control: a plain socket sends the same writes in more parts', async () => {
  expect(await sent(new Socket())).toEqual({ arrived: 'abcdef', sends: 3 });
});
