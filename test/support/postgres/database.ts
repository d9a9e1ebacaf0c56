import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** Names the PostgreSQL that the tests share; set by ./vitest-setup. */
export const clusterVariable = 'COMMONPLACE_TEST_POSTGRES';

/** A new, empty database in it, or in the one at `cluster`; answers its URL. `form`: what follows its name. `drop` ends all connections to it and deletes it. */
export async function newDatabase(cluster = clusterUrl(), form = ''): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onCluster(cluster, `create database ${name} ${form}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onCluster(cluster, `drop database ${name} with (force)`) };
}

/** Of its database `postgres`, with all rights. */
export function clusterUrl(): string {
  const url = process.env[clusterVariable];
  if (url === undefined) throw new Error('No PostgreSQL is running for the tests: run them as the project `server`.');
  return url;
}

async function onCluster(cluster: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: cluster });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
