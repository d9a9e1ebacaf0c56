#!/usr/bin/env node
// Stands in for browsers that we can't have here: the real one of STAND_IN_FOR, which never sees the switch STAND_IN_DROPS
// and whose debugging pipe refuses the command STAND_IN_REFUSES. The pipe: commands on file 3, answers on file 4, JSON ended by a zero byte.
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

const { STAND_IN_FOR, STAND_IN_DROPS, STAND_IN_REFUSES } = process.env;
const given = process.argv.slice(2).filter((argument) => argument.split('=')[0] !== STAND_IN_DROPS);
const browser = spawn(STAND_IN_FOR ?? '', given, { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'] });
const [, , , commands, answers] = browser.stdio;
const asked = new Socket({ fd: 3 });
const answered = new Socket({ fd: 4 });
answers.pipe(answered);

let text = '';
asked.setEncoding('utf8').on('data', (part) => {
  const messages = (text + part).split('\0');
  text = messages.pop() ?? '';
  for (const message of messages) {
    const { id, method, sessionId } = JSON.parse(message);
    if (method === STAND_IN_REFUSES)
      answered.write(
        `${JSON.stringify({ id, sessionId, error: { code: -32000, message: 'Method not available.' } })}\0`,
      );
    else commands.write(`${message}\0`);
  }
});
asked.on('end', () => browser.kill());
browser.on('exit', (code) => process.exit(code ?? 1));
