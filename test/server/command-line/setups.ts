import { onTestFinished } from 'vitest';
import { newMigratedDatabase } from '../../support/postgres/database.ts';
import { runCommand, type CommandResult } from '../../../scripts/server/command.ts';
import { dataFolderForTest, serverForTest } from '../../support/server/for-test.ts';
import type { RunningServer } from '../../../scripts/server/start.ts';

export interface Setup {
  /** `staysOpen`: keeps standard input open. */
  run(args: string[], input?: string, more?: { staysOpen: true }): Promise<CommandResult>;
  /** Runs a command that must succeed. Returns its output. */
  done(args: string[], input?: string): Promise<string>;
  server?: RunningServer;
}

function setupOver(args: string[], env: NodeJS.ProcessEnv, server?: RunningServer): Setup {
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

/** Every way in which a command reaches its database. Each setup creates a new database without memories. */
export const setups: [name: string, make: () => Promise<Setup>][] = [
  [
    'on a folder',
    async () => {
      return setupOver(['--data', dataFolderForTest()], { DATABASE_URL: '' });
    },
  ],
  [
    'beside the server of a folder',
    async () => {
      const server = await serverForTest();
      return setupOver(['--data', server.folder!], { DATABASE_URL: '' }, server);
    },
  ],
  [
    'on PostgreSQL',
    async () => {
      const { url, drop } = await newMigratedDatabase();
      onTestFinished(drop);
      return setupOver([], { DATABASE_URL: url });
    },
  ],
  [
    'on PostgreSQL beside a server',
    async () => {
      const { url, drop } = await newMigratedDatabase();
      onTestFinished(drop);
      return setupOver([], { DATABASE_URL: url }, await serverForTest({ env: { DATABASE_URL: url } }));
    },
  ],
];
