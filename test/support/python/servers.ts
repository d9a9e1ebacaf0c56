import { createInterface } from 'node:readline';
import { startCluster, type Cluster } from '../../../scripts/postgres/cluster.ts';
import { obtainPostgres } from '../../../scripts/postgres/obtain.ts';
import { newDataFolder } from '../../../scripts/postgres/pglite-folder.ts';
import { startServer, type RunningServer, type Start } from '../../../scripts/server/start.ts';
import { startPlainServer, type Choices, type PlainServer } from '../plain-server/index.ts';
import { createTokenOn } from '../../../scripts/server/token-on.ts';

/*
 * Servers for tests in another language. Each line of the standard input is a command, and each line of the output its
 * result. All servers stop when the input closes.
 */
type Command =
  /** Starts a server with only the source document’s operations, without our extensions (see docs/v1.md). */
  | { do: 'plain'; choices?: Partial<Choices> }
  | { do: 'server' }
  /** Starts a server with a token of 60 requests a second, a limit that tests exceed even on a busy machine. */
  | { do: 'limited'; database: 'PGlite' | 'PostgreSQL' }
  /** Kills a server (SIGKILL) that isn't plain, and starts it again on the same port and database. */
  | { do: 'restart'; url: string }
  /** Returns how many requests a plain server (`do: 'plain'`) has received, and the contents of its memories. */
  | { do: 'tell'; url: string };

const plain = new Map<string, PlainServer>();
/** The servers that aren't plain, by URL, with the arguments to start each again. */
const real = new Map<string, RunningServer & { start: Start }>();
const clusters: Cluster[] = [];

async function startOnNew(database: 'PGlite' | 'PostgreSQL'): Promise<Start> {
  if (database === 'PGlite') return { folder: newDataFolder() };
  const cluster = await startCluster(obtainPostgres(console.error), { fsync: 'off' });
  clusters.push(cluster);
  return { env: { DATABASE_URL: cluster.url } };
}

async function carryOut(command: Command): Promise<object> {
  switch (command.do) {
    case 'plain': {
      const server = await startPlainServer(command.choices);
      plain.set(server.url, server);
      return { url: server.url, token: server.token };
    }
    case 'server': {
      const server = await startServer();
      real.set(server.url, { ...server, start: { folder: server.folder! } });
      return { url: server.url, token: server.token };
    }
    case 'limited': {
      const start = await startOnNew(command.database);
      const token = await createTokenOn(start, '60/1');
      const server = await startServer(start);
      real.set(server.url, { ...server, start });
      return { url: server.url, token };
    }
    case 'restart': {
      const { kill, start } = real.get(command.url)!;
      await kill();
      const restarted = await startServer({ ...start, args: ['--port', new URL(command.url).port] });
      real.set(command.url, { ...restarted, start });
      return {};
    }
    case 'tell': {
      const server = plain.get(command.url)!;
      return { requests: server.requests(), contents: server.kept.memories.map(({ content }) => content) };
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await carryOut(JSON.parse(line) as Command).catch((error: unknown) => ({ failed: String(error) }));
  console.log(JSON.stringify(answer));
}
await Promise.all([
  ...[...real.values()].map(({ stop }) => stop()),
  ...[...plain.values()].map(({ close }) => close()),
]);
await Promise.all(clusters.map((cluster) => cluster.stop()));
