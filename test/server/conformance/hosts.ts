import { model } from '../../../src/embed/bundled/model.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { fetchTransport } from '../../../src/client/transports/fetch.ts';
import { scopeNames } from '../../../src/v1/scopes.ts';
import { commonHostFields, type Host } from '../../../conformance/host.ts';
import { newDatabase, newMigratedDatabase } from '../../support/postgres/database.ts';
import type { RunningServer } from '../../../scripts/server/start.ts';

export interface TestDatabase {
  env: NodeJS.ProcessEnv;
  /** Whether the database has pgvector. PGlite always has it. */
  hasPgvector(): Promise<boolean>;
  drop(): Promise<void>;
}

export const databases: [name: string, make: () => Promise<TestDatabase>, pgvector: boolean][] = [
  ['PGlite', async () => ({ env: {}, hasPgvector: async () => true, drop: async () => {} }), true],
  ['PostgreSQL with pgvector', () => postgresDatabase(), true],
  ['PostgreSQL without pgvector', () => withoutPgvector(), false],
];

export async function postgresDatabase(): Promise<TestDatabase> {
  const { url, drop } = await newMigratedDatabase();
  return databaseAt(url, drop);
}

/** A database whose owner may not create extensions, as in a hosted database. */
async function withoutPgvector(): Promise<TestDatabase> {
  const { url, drop } = await newDatabase();
  const owned = new URL(url);
  owned.username = `owner_of_${owned.pathname.slice(1)}`;
  await onDatabase(
    url,
    `create role ${owned.username} login; alter database ${owned.pathname.slice(1)} owner to ${owned.username}; grant all on schema public to ${owned.username}`,
  );
  return databaseAt(owned.href, drop);
}

function databaseAt(url: string, drop: () => Promise<void>): TestDatabase {
  return {
    env: { DATABASE_URL: url },
    hasPgvector: async () => (await onDatabase(url, `select from pg_extension where extname = 'vector'`)) === 1,
    drop,
  };
}

async function onDatabase(url: string, statements: string): Promise<number | null> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(statements);
  await client.end();
  return rowCount;
}

const run = promisify(execFile);

/** Runs a command while a server has the database open. Returns the last line of the command's output. */
async function commandLine(server: RunningServer, env: NodeJS.ProcessEnv, ...given: string[]): Promise<string> {
  const data = server.folder === undefined ? [] : ['--data', server.folder];
  const { stdout } = await run(process.execPath, ['scripts/serve/command-line.ts', ...given, ...data], {
    env: { ...process.env, ...env },
  });
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}

/**
 * A rate that no run exceeds. It is the highest that v1 allows, since the run creates tokens with various rates, and a
 * token can't create one with a higher rate than its own.
 */
const runRate = '1000000/1';

/** Adds a user to a server. Returns a host that runs the conformance cases as this user. */
export async function newUser(server: RunningServer, { env }: TestDatabase, name: string): Promise<Host> {
  await commandLine(server, env, 'user', 'add', name);
  const token = await commandLine(
    server,
    env,
    'token',
    'create',
    '--user',
    name,
    '--name',
    'conformance',
    '--scopes',
    scopeNames.join(),
    '--rate',
    runRate,
  );
  return {
    ...commonHostFields,
    name,
    transport: fetchTransport(server.url),
    token,
    source: null,
    // True even while the server's bundled model is still loading.
    meaning: true,
    languages: model.languages,
  };
}
