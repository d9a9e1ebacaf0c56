import { onTestFinished } from 'vitest';
import { removeFolder } from '../../../scripts/browsers/temporary.ts';
import { newDataFolder } from '../../../scripts/postgres/pglite-folder.ts';
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
