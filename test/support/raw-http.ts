import { connect } from 'node:net';
import type { Answer } from '../conformance/wire.ts';

/** Sends these very bytes to a server and reads what it answers until it closes the connection, or for `mostMs`. */
export async function speak(url: string, sent: string, mostMs = 30_000): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const parts: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server kept the connection open for ${mostMs} ms`)), mostMs);
    socket.on('data', (part) => parts.push(part)).on('error', reject).on('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.write(sent);
  }).finally(() => socket.destroy());
  return answerIn(Buffer.concat(parts).toString('utf8'));
}

/** One whole response, as it stood on the wire; its body ends where the connection did. */
function answerIn(wire: string): Answer {
  const end = wire.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = wire.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  const text = wire.slice(end + 4);
  return { status: Number(statusLine.split(' ')[1]), headers, text, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}
