import { z } from 'zod';
import { parse } from '../../src/server/command-line/parse.ts';
import { helpOf } from '../../src/server/command-line/help.ts';
import type { Usage } from '../../src/server/command-line/usage.ts';
import { word } from '../../src/server/command-line/values.ts';
import { usageError, commandErrorOf } from '../../src/server/command-error.ts';
import { say } from '../say.ts';
import { tokenVariable } from '../token-variable.ts';
import { obtainSchemathesis } from './obtain.ts';
import { startOwnServer } from './own-server.ts';
import { fuzz } from './schemathesis.ts';

const count = (defaultCount: number) =>
  word
    .refine((text) => /^\d{1,6}$/.test(text), 'must be a whole number of at most six digits')
    .default(String(defaultCount))
    .transform(Number);

const usage = {
  name: 'npm run fuzz:http --',
  operands: [],
  description:
    'Fuzzes a server against its OpenAPI document. Fails on 5xx or undocumented responses. Memories that it saves stay on the server.',
  options: {
    'base-url': {
      placeholder: 'URL',
      description: "The server's URL. Default: a temporary server.",
      read: z.string().optional(),
    },
    token: {
      placeholder: 'TOKEN',
      description: `An access token for the server. Better passed in the environment as ${tokenVariable}, since other users of the machine can see a command line.`,
      read: z.string().optional(),
    },
    examples: { placeholder: 'N', description: 'Requests per operation; default 200.', read: count(200) },
    seed: { placeholder: 'N', description: 'Seed; the same seed makes the same requests. Default 1.', read: count(1) },
  },
} as const satisfies Usage;

async function run(args: string[]): Promise<number> {
  const { values, help } = parse(usage, args);
  if (help) return (say(helpOf(usage)), 0);
  const { 'base-url': baseUrl, token = process.env[tokenVariable] || undefined, examples, seed } = values;
  if (baseUrl === undefined && values.token !== undefined) throw usageError('--token needs --base-url.');
  if (baseUrl !== undefined && token === undefined)
    throw usageError(`--token is missing, and ${tokenVariable} is not set.`);
  const folder = obtainSchemathesis(say);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const server =
    baseUrl === undefined || token === undefined
      ? await startOwnServer()
      : { url: `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`, token, stop: async () => {} };
  try {
    const document = new URL('../openapi.json', `${server.url}/`).href;
    const { good } = await fuzz(folder, { ...server, document, examples, seed, signal: stopping.signal }, (text) =>
      process.stdout.write(text),
    );
    if (stopping.signal.aborted) return 130;
    return good ? 0 : 1;
  } finally {
    await server.stop();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (thrown) {
  const { message, exitCode } = commandErrorOf(thrown);
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}
