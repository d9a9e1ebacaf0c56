import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Serves the same memory for every request. Prints the server's address. Exits when standard input closes.

const memory = JSON.stringify({
  id: 'mem_1',
  content: 'Room twelve, Lisbon: ask for the back.',
  source: 'bench',
  tags: ['hotel'],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const server = createServer((request, response) => {
  request.resume();
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Memory-Extensions', 'v=1, idempotency-key');
  response.end(memory);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.stdin.resume().on('end', () => process.exit());
