import { bundled } from '../../src/embed/registry.ts';
import { postgresKeyword } from '../../src/search/postgres/keyword/keyword-index.ts';
import { postgresVectors } from '../../src/search/postgres/vector/vector-index.ts';
import type { ServerParts } from '../../src/server/compose.ts';
import { createService } from '../../src/service/app.ts';
import { postgresStore } from '../../src/store/postgres/index.ts';
import { recorded, type Unit } from '../../scripts/postgres/recorded.ts';
import type { Asks } from './asks.ts';

/** So many requests of a kind are recorded, and asked in turn. */
export const sampleSize = 50;

/** What changes the notes can't be asked again as it was, and leaves the model something to read. */
export const isRepeatable = (kind: string) => kind !== 'create';

/** A request as the service met it. */
interface Sample {
  /** What it asked of its database. */
  units: Unit[];
  answer: unknown;
}

/** Of each kind that can be asked again. */
export async function samplesOf(house: ServerParts, asks: Asks, token: string): Promise<Map<string, Sample[]>> {
  const { database, take } = recorded(house.database);
  const meaning = { embedders: house.embedders, vectors: postgresVectors(database, bundled.model) };
  const service = createService({ store: postgresStore(database), keyword: postgresKeyword(database), meaning });
  const samples = new Map<string, Sample[]>();
  for (const [kind, ask] of Object.entries(asks).filter(([name]) => isRepeatable(name))) {
    const some: Sample[] = [];
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
      some.push({ units: take(), answer });
    }
    samples.set(kind, some);
  }
  return samples;
}
