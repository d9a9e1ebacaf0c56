import type { EngineState } from '../../src/client/engine-control.ts';
import { until, type Page } from '../../scripts/browsers/index.ts';
import { ask } from '../../scripts/harness/index.ts';

export const waitUntilIndexed = (page: Page): Promise<EngineState> =>
  until(
    'everything to be indexed',
    async () => {
      const now = await ask(page, { kind: 'engineState' });
      return now.indexing.indexed === now.indexing.total && now;
    },
    100_000,
  );
