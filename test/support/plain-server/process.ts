import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { plainCore } from './core.ts';
import { listen } from './listen.ts';
import type { Kept } from './memories.ts';

/*
 * node process.ts FILE TOKEN
 * A plain server (v1 without extensions) that can be killed: each write is in FILE before its response is sent. Prints
 * its URL. Exits when its standard input closes.
 */

const [, , file = '', token = ''] = process.argv;
const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : undefined;
const core = plainCore(
  token,
  Date,
  { rate: { requests: 100_000, seconds: 60 } },
  { newId: (kind) => `${kind}_${randomBytes(8).toString('hex')}` },
  kept,
);
let written = 0;

const { url } = await listen((request) => {
  const response = core.respond(request);
  if (core.transactions() > written) {
    writeFileSync(`${file}.new`, JSON.stringify(core.kept));
    renameSync(`${file}.new`, file);
    written = core.transactions();
  }
  return response;
});
process.stdin.resume().on('end', () => process.exit());
console.log(url);
