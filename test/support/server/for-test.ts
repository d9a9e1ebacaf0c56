import { onTestFinished } from 'vitest';
import { startServer, type RunningServer, type Start } from './start.ts';

/** A server for one test, which ends it. */
export async function serverForTest(start: Start = {}): Promise<RunningServer> {
  const server = await startServer(start);
  onTestFinished(async () => void (await server.stop()));
  return server;
}
