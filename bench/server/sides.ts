import { bundled } from '../../src/embed/registry.ts';
import { postgresKeyword } from '../../src/search/postgres/keyword/keyword-index.ts';
import { postgresVectors } from '../../src/search/postgres/vector/vector-index.ts';
import { createService } from '../../src/service/app.ts';
import { postgresStore } from '../../src/store/postgres/index.ts';
import { recorded, type Unit } from '../../test/support/postgres/recorded.ts';
import type { Asks } from './asks.ts';
import type { Laid } from './databases.ts';
import { load, type Rate } from './load.ts';
import { overHttp } from './over-http.ts';
import { again } from './straight.ts';

/** One of the two that are compared. */
export interface Side {
  /** Undefined for what it can't be asked. */
  rate(kind: string, clients: number, seconds: number): Promise<Rate | undefined>;
  end(): Promise<unknown>;
}

/** So many requests of a kind are recorded, and asked in turn. */
const sampleSize = 50;

/** What changes the notes can't be asked again as it was, and leaves the model something to read. */
export const isRepeatable = (kind: string) => kind !== 'create';

/** The SQL of these requests, as the service sends it, without the service. */
export async function straightSide(place: Laid, asks: Asks): Promise<Side> {
  const house = await place.open();
  const { database, take } = recorded(house.database);
  const meaning = { embedders: house.embedders, vectors: postgresVectors(database, bundled.model) };
  const service = createService({ store: postgresStore(database), keyword: postgresKeyword(database), meaning });
  const samples = new Map<string, Unit[][]>();
  for (const [kind, ask] of Object.entries(asks).filter(([name]) => isRepeatable(name))) {
    const units: Unit[][] = [];
    for (let number = 0; number < sampleSize; number++) {
      const { method, path, body } = ask(number);
      const headers = { 'authorization': `Bearer ${place.token}`, 'content-type': 'application/json' };
      const answer = await service.fetch(new Request(`http://bench.invalid/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }), { address: '127.0.0.1' });
      if (!answer.ok) throw new Error(await answer.text());
      if (body && 'mode' in body && (JSON.parse(await answer.text()) as { mode: string }).mode !== body.mode) throw new Error(`Not answered ${String(body.mode)}`);
      units.push(take());
    }
    samples.set(kind, units);
  }
  return {
    async rate(kind, clients, seconds) {
      const units = samples.get(kind);
      return units && load(clients, seconds, (number) => again(house.database, units[number % sampleSize]!));
    },
    end: () => house.close(),
  };
}

/** The server itself, over HTTP. */
export async function serverSide(place: Laid, asks: Asks): Promise<Side> {
  const server = await place.serve();
  const http = overHttp(new URL(server.url).origin, place.token);
  let asked = 0;
  return {
    rate: (kind, clients, seconds) => load(clients, seconds, () => http.ask(asks[kind]!(asked++))),
    async end() {
      await http.close();
      await server.stop();
    },
  };
}
