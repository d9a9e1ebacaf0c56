import { onTestFinished } from 'vitest';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { newDataFolder } from '../../../scripts/postgres/pglite-folder.ts';
import { newMigratedDatabase } from '../postgres/database.ts';
import { startServer, type RunningServer, type Start } from '../../../scripts/server/start.ts';

/** A server for one test, which ends it. */
export async function serverForTest(start: Start = {}): Promise<RunningServer> {
  const server = await startServer(start);
  onTestFinished(async () => void (await server.stop()));
  return server;
}

/** A folder for the data of a server, with an empty database in it: for what is not about the making of one. */
export function dataFolderForTest(): string {
  const folder = newDataFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** The URL of a new database of PostgreSQL that has its tables. */
export async function databaseForTest(): Promise<string> {
  const { url, drop } = await newMigratedDatabase();
  onTestFinished(drop);
  return url;
}

/** A new, empty folder. */
export function folderForTest(name: string): string {
  const folder = temporaryFolder(name);
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** Sends one request to a server. */
export const request = (url: string, token: string, method = 'GET', body?: object): Promise<Response> =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
