import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserKind, Page } from '../../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../../scripts/harness/index.ts';

/** Deliberate faults that the tests must detect. */
export type Fault = 'relaxed' | 'confirms early';

export interface Watched {
  /** The durability of each write transaction on the database with the memories, since the engine started. */
  writes: string[];
  /** A write transaction that stores this text is kept open; none if empty. */
  hold: string;
  /** How many requests were made so far to keep a transaction open. */
  turnsHeld: number;
}

export async function watchedExtension(kind: BrowserKind, faults: Fault[] = []): Promise<string> {
  const folder = await extensionWithHarness(kind);
  const engine = join(folder, 'engine.js');
  const watch = readFileSync(join(import.meta.dirname, 'watch.js'), 'utf8');
  writeFileSync(engine, `self.plantedFaults = ${JSON.stringify(faults)};\n${watch}\n${readFileSync(engine, 'utf8')}`);
  return folder;
}

/**
 * Returns the recorded state, through a page of the extension. If `hold` is given, sets it first: from now on, a write
 * transaction that stores this text is kept open. An empty text lets it end.
 */
export const watch = (page: Page, { hold }: { hold?: string } = {}): Promise<Watched> =>
  page.evaluate(
    (change) =>
      new Promise<Watched>((answered) => {
        const channel = new BroadcastChannel('watched-transactions');
        const id = crypto.randomUUID();
        channel.onmessage = ({ data }: MessageEvent<{ answers?: string; state: Watched }>) => {
          if (data.answers !== id) return;
          channel.close();
          answered(data.state);
        };
        channel.postMessage({ id, ...(change !== null && { hold: change }) });
      }),
    hold ?? null,
  );
