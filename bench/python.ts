import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { requireInterpreter } from '../scripts/python/interpreters.ts';
import { obtainPythonPackages } from '../scripts/python/obtain.ts';
import { say } from '../scripts/say.ts';

/** The Python client beside plain httpx2, in one run: the time of its import, and of a request to a server that does nothing. */
const interpreter = requireInterpreter();
const packages = obtainPythonPackages(interpreter, say);
const memory = JSON.stringify({
  id: 'mem_1',
  content: 'Room twelve, Lisbon: ask for the back.',
  source: 'bench',
  tags: ['hotel'],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const server = createServer((_, response) => response.setHeader('Content-Type', 'application/json').end(memory));
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const child = spawn(interpreter.program, [join(import.meta.dirname, 'python/measure.py'), url], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, PYTHONPATH: [resolve('python/src'), packages].join(delimiter) },
});
const found = await text(child.stdout);
server.close();
const { imports, plain, client } = JSON.parse(found) as {
  imports: Record<string, number>;
  plain: number;
  client: number;
};
for (const [name, ms] of Object.entries(imports)) say(`import ${name}: ${ms.toFixed(0)} ms`);
say(`a read through httpx2: ${plain.toFixed(2)} ms`);
say(`a read through the client: ${client.toFixed(2)} ms, ${(100 * (client / plain - 1)).toFixed(0)} % more`);
