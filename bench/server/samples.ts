import { bundled } from '../../src/embed/registry.ts';
import { postgresKeyword } from '../../src/search/postgres/keyword/keyword-index.ts';
import { postgresVectors } from '../../src/search/postgres/vector/vector-index.ts';
import type { ServerParts } from '../../src/server/compose.ts';
import { createService } from '../../src/service/app.ts';
import { postgresStore } from '../../src/store/postgres/index.ts';
import { recorded, type Unit } from '../../scripts/postgres/recorded.ts';
import type { Asks } from './asks.ts';

/** How many requests of a kind are recorded and then sent in turn. */
export const sampleSize = 50;

/** A request that changes the notes can't be repeated, and gives the model work. */
export const isRepeatable = (kind: string) => kind !== 'create';

/** A request as the service handled it. */
interface Sample {
  /** The SQL it sent. */
  units: Unit[];
  answer: unknown;
}

/** Records samples of each repeatable kind. */
export async function samplesOf(parts: ServerParts, asks: Asks, token: string): Promise<Map<string, Sample[]>> {
  const { database, take } = recorded(parts.database);
  const meaning = { embedders: parts.embedders, vectors: postgresVectors(database, bundled.model) };
  const service = createService({ store: postgresStore(database), keyword: postgresKeyword(database), meaning });
  const samples = new Map<string, Sample[]>();
  for (const [kind, ask] of Object.entries(asks).filter(([name]) => isRepeatable(name))) {
    const recordings: Sample[] = [];
    for (let number = 0; number < sampleSize; number++) {
      const { method, path, body } = ask(number);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await service.fetch(
        new Request(`http://bench.invalid/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
        { address: '127.0.0.1' },
      );
      const answer = (await response.json()) as { mode?: string };
      if (!response.ok) throw new Error(JSON.stringify(answer));
      if (body && 'mode' in body && answer.mode !== body.mode) throw new Error(`Not answered ${String(body.mode)}`);
      recordings.push({ units: take(), answer });
    }
    samples.set(kind, recordings);
  }
  return samples;
}
