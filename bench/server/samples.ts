import { bundled } from '../../src/embed/registry.ts';
import { postgresKeyword } from '../../src/search/postgres/keyword/keyword-index.ts';
import { postgresVectors } from '../../src/search/postgres/vector/vector-index.ts';
import type { ServerParts } from '../../src/server/compose.ts';
import { createService } from '../../src/service/app.ts';
import { postgresStore } from '../../src/store/postgres/index.ts';
import { recordStatements, type RecordedTransaction } from '../../scripts/postgres/recorded.ts';
import type { RequestFactories } from './request-factories.ts';

/** Requests recorded per kind. The bench repeats them in order. */
export const sampleSize = 50;

/** Creates aren't repeatable: they add notes, which the model would then index. */
export const isRepeatable = (kind: string) => kind !== 'create';

interface Sample {
  transactions: RecordedTransaction[];
  answer: unknown;
}

export async function samplesOf(
  parts: ServerParts,
  factories: RequestFactories,
  token: string,
): Promise<Map<string, Sample[]>> {
  const { database, take } = recordStatements(parts.database);
  const meaning = { embedders: parts.embedders, vectors: postgresVectors(database, bundled.model) };
  const service = createService({ store: postgresStore(database), keyword: postgresKeyword(database), meaning });
  const samples = new Map<string, Sample[]>();
  for (const [kind, requestOf] of Object.entries(factories).filter(([name]) => isRepeatable(name))) {
    const recordings: Sample[] = [];
    for (let number = 0; number < sampleSize; number++) {
      const { method, path, body } = requestOf(number);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await service.fetch(
        new Request(`http://bench.invalid/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
        { address: '127.0.0.1' },
      );
      const answer = (await response.json()) as { mode?: string };
      if (!response.ok) throw new Error(JSON.stringify(answer));
      if (body && 'mode' in body && answer.mode !== body.mode)
        throw new Error(`The search fell back from ${String(body.mode)} to ${answer.mode}`);
      recordings.push({ transactions: take(), answer });
    }
    samples.set(kind, recordings);
  }
  return samples;
}
