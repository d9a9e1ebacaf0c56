import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Interpreter } from '../../scripts/python/interpreters.ts';
import { removeFolder } from '../../scripts/browsers/temporary.ts';
import { newDataFolder } from '../../scripts/postgres/pglite-folder.ts';
import { startServer } from '../../scripts/server/start.ts';
import { createTokenOn } from '../../scripts/server/token-on.ts';
import * as source from '../../src/client/package/index.ts';
import { median } from '../search/figures.ts';
import type { InstalledClient } from './installed.ts';
import type { RequestFigure } from './recorded-figures.ts';

/** Many short rounds, so that both sides of a round see the same load on the machine. */
const rounds = 400;
const requestsPerRound = 10;
/** Requests before the first round. JavaScript engines compile a function only after thousands of calls. */
const warmUp = 3_000;
const content = 'Room twelve, Lisbon: ask for the back.';

interface Target {
  server: RequestFigure['server'];
  url: string;
  token: string;
  id: string;
  /** On our server, only reads are compared, because a create spends most of its time on indexing. */
  kinds: ('read' | 'create')[];
}

export async function* measureRequests(
  interpreter: Interpreter,
  installed: InstalledClient[],
): AsyncGenerator<RequestFigure> {
  const folderOf = (language: InstalledClient['language']) =>
    installed.find((client) => client.language === language)!.folder;
  for (const start of [startOurs, startIdle]) {
    const { target, stop } = await start();
    yield* inTypeScript(target, folderOf('TypeScript'));
    yield* await inPython(interpreter, target, folderOf('Python'));
    await stop();
  }
}

async function startOurs(): Promise<{ target: Target; stop: () => unknown }> {
  const folder = newDataFolder();
  const token = await createTokenOn({ folder });
  const { url, stop } = await startServer({ folder });
  const { id } = await new source.Commonplace({ baseUrl: url, token }).memories.create({ content });
  return {
    target: { server: 'our server', url: url.replace(/\/v1$/, ''), token, id, kinds: ['read'] },
    stop: async () => {
      await stop();
      removeFolder(folder);
    },
  };
}

async function startIdle(): Promise<{ target: Target; stop: () => unknown }> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'idle-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string];
  return {
    target: { server: 'an idle server', url: line.trim(), token: 't', id: 'mem_1', kinds: ['read', 'create'] },
    stop: () => server.stdin.end(),
  };
}

async function* inTypeScript({ server, url, token, id, kinds }: Target, folder: string): AsyncGenerator<RequestFigure> {
  const built = createRequire(join(folder, 'index.js'))('@commonplace/client') as typeof source;
  const client = new built.Commonplace({ baseUrl: url, token });
  const { memories } = client;
  const unlimited = client.withOptions({ timeout: Infinity }).memories;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = () => JSON.stringify({ content });
  const read = async () => (await fetch(`${url}/v1/memories/${id}`, { headers })).json();
  const create = async () => (await fetch(`${url}/v1/memories`, { method: 'POST', headers, body: body() })).json();
  const sides = {
    read: [
      { kind: 'read', plain: read, own: () => memories.read(id) },
      { kind: 'read, no time limit', plain: read, own: () => unlimited.read(id) },
    ],
    create: [{ kind: 'create', plain: create, own: () => memories.create({ content }) }],
  };
  for (const { kind, plain, own } of kinds.flatMap((each) => sides[each])) {
    for (const send of [plain, own]) await secondsOf(send, warmUp);
    const ratios: number[] = [];
    const plainSeconds: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? [plain, own] : [own, plain];
      const seconds = new Map<() => Promise<unknown>, number>();
      for (const send of order) seconds.set(send, await secondsOf(send, requestsPerRound));
      plainSeconds.push(seconds.get(plain)!);
      ratios.push(seconds.get(own)! / seconds.get(plain)!);
    }
    const perSecond = requestsPerRound / median(plainSeconds);
    yield {
      client: 'TypeScript',
      beside: 'fetch',
      server,
      kind,
      plain: perSecond,
      own: perSecond / median(ratios),
    };
  }
}

async function inPython({ program }: Interpreter, target: Target, folder: string): Promise<RequestFigure[]> {
  const parameters = JSON.stringify({ ...target, rounds, requestsPerRound, content });
  const child = spawn(program, [join(import.meta.dirname, 'measure.py'), parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: folder },
  });
  return JSON.parse(await text(child.stdout)) as RequestFigure[];
}

async function secondsOf(send: () => Promise<unknown>, requests: number): Promise<number> {
  const begin = performance.now();
  for (let request = 0; request < requests; request++) await send();
  return (performance.now() - begin) / 1_000;
}
