import { expect } from 'vitest';
import type { Backups } from '../../src/extension/backups/backups.ts';
import type { TestService } from './service.ts';

/**
 * Actions and queries for tests of backups. `current` returns the service and the backups, which a test may replace.
 */
export function backupActions(current: () => { host: TestService; backups: Backups }) {
  return {
    save: async (content: string): Promise<string> =>
      (await current().host.send('POST', '/memories', { content })).body.id,

    contents: async (): Promise<string[]> =>
      (await current().host.send('GET', '/memories')).body.memories
        .map(({ content }: { content: string }) => content)
        .toSorted(),

    async finish(command: () => unknown): Promise<void> {
      command();
      await expect.poll(async () => (await current().backups.state()).running).toBeUndefined();
    },

    daily: async () => (await current().backups.state()).daily,
  };
}
