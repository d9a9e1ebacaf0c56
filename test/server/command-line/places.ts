import { onTestFinished } from 'vitest';
import { newMigratedDatabase } from '../../support/postgres/database.ts';
import { runCommand, type Ended } from '../../../scripts/server/command.ts';
import { dataFolderForTest, serverForTest } from '../../support/server/for-test.ts';
import type { RunningServer } from '../../../scripts/server/start.ts';

export interface Desk {
  /** `staysOpen`: whoever feeds it does not say that there is no more. */
  run(args: string[], input?: string, more?: { staysOpen: true }): Promise<Ended>;
  /** The same, which must end well; answers what it wrote. */
  done(args: string[], input?: string): Promise<string>;
  server?: RunningServer;
}

function deskOver(args: string[], env: NodeJS.ProcessEnv, server?: RunningServer): Desk {
  const run = (given: string[], input?: string, more?: { staysOpen: true }) =>
    runCommand([...given, ...args], { env, ...(input !== undefined && { input }), ...more });
  return {
    run,
    async done(given, input) {
      const { code, stdout, stderr } = await run(given, input);
      if (code !== 0) throw new Error(`${given.join(' ')} ended with ${code}: ${stderr}`);
      return stdout;
    },
    ...(server && { server }),
  };
}

/** Everywhere that a command can find its database, each time a new and empty one. */
export const desks: [name: string, make: () => Promise<Desk>][] = [
  [
    'on a folder',
    async () => {
      return deskOver(['--data', dataFolderForTest()], { DATABASE_URL: '' });
    },
  ],
  [
    'beside the server of a folder',
    async () => {
      const server = await serverForTest();
      return deskOver(['--data', server.folder!], { DATABASE_URL: '' }, server);
    },
  ],
  [
    'on PostgreSQL',
    async () => {
      const { url, drop } = await newMigratedDatabase();
      onTestFinished(drop);
      return deskOver([], { DATABASE_URL: url });
    },
  ],
  [
    'on PostgreSQL beside a server',
    async () => {
      const { url, drop } = await newMigratedDatabase();
      onTestFinished(drop);
      return deskOver([], { DATABASE_URL: url }, await serverForTest({ env: { DATABASE_URL: url } }));
    },
  ],
];
