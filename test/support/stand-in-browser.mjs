#!/usr/bin/env node
// Imitates other browsers by running the real browser, whose path is in STAND_IN_FOR. Doesn't pass on the command-line
// switch named in STAND_IN_DROPS. Rejects the command named in STAND_IN_REFUSES on the debugging pipe: commands on file
// descriptor 3, responses on 4, each message JSON that ends with a zero byte.
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

const { STAND_IN_FOR, STAND_IN_DROPS, STAND_IN_REFUSES } = process.env;
const args = process.argv.slice(2).filter((argument) => argument.split('=')[0] !== STAND_IN_DROPS);
const browser = spawn(STAND_IN_FOR ?? '', args, { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'] });
const [, , , commands, responses] = browser.stdio;
const received = new Socket({ fd: 3 });
const returned = new Socket({ fd: 4 });
responses.pipe(returned);

let text = '';
received.setEncoding('utf8').on('data', (part) => {
  const messages = (text + part).split('\0');
  text = messages.pop() ?? '';
  for (const message of messages) {
    const { id, method, sessionId } = JSON.parse(message);
    if (method === STAND_IN_REFUSES)
      returned.write(
        `${JSON.stringify({ id, sessionId, error: { code: -32000, message: 'Method not available.' } })}\0`,
      );
    else commands.write(`${message}\0`);
  }
});
received.on('end', () => browser.kill());
browser.on('exit', (code) => process.exit(code ?? 1));
