import { onTestFinished } from 'vitest';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { newDataFolder } from '../../../scripts/postgres/pglite-folder.ts';
import { newMigratedDatabase } from '../postgres/database.ts';
import { startServer, type RunningServer, type Start } from '../../../scripts/server/start.ts';

export async function serverForTest(start: Start = {}): Promise<RunningServer> {
  const server = await startServer(start);
  onTestFinished(async () => void (await server.stop()));
  return server;
}

/** A data folder with an empty database, deleted after the test. */
export function dataFolderForTest(): string {
  const folder = newDataFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** The URL of a new PostgreSQL database with empty tables, dropped after the test. */
export async function databaseForTest(): Promise<string> {
  const { url, drop } = await newMigratedDatabase();
  onTestFinished(drop);
  return url;
}

export function folderForTest(name: string): string {
  const folder = temporaryFolder(name);
  onTestFinished(() => removeFolder(folder));
  return folder;
}

export const request = (url: string, token: string, method = 'GET', body?: object): Promise<Response> =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
