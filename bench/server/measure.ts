import { bundled } from '../../src/embed/registry.ts';
import { postgresKeyword } from '../../src/search/postgres/keyword/keyword-index.ts';
import { postgresVectors } from '../../src/search/postgres/vector/vector-index.ts';
import { createService } from '../../src/service/app.ts';
import { postgresStore } from '../../src/store/postgres/index.ts';
import { recorded, type Unit } from '../../test/support/postgres/recorded.ts';
import { asksOf, type Ask } from './asks.ts';
import type { Laid } from './databases.ts';
import { load, type Rate } from './load.ts';
import { overHttp } from './over-http.ts';
import { again } from './straight.ts';

const clientCounts = [1, 4];

/** So many requests of a kind are recorded, and asked in turn. */
const sampleSize = 50;

/** What the recording of a kind would change can't be asked again as it was. */
const isRepeatable = (name: string) => name !== 'create';

/** A line for each kind of request and number of clients. */
export async function* measured(place: Laid, size: number, seconds: number): AsyncGenerator<string> {
  const asks = asksOf(size);
  const straight = new Map<string, Rate>();
  for (const [name, ask] of Object.entries(asks)) {
    if (isRepeatable(name)) for (const [clients, rate] of await straightRates(place, ask, seconds)) straight.set(`${name} ${clients}`, rate);
  }
  const server = await place.serve();
  const http = overHttp(new URL(server.url).origin, place.token);
  try {
    for (const [name, ask] of Object.entries(asks)) {
      for (const clients of clientCounts) {
        const rate = await load(clients, seconds, (number) => http.ask(ask(number)));
        yield line(name, clients, rate, straight.get(`${name} ${clients}`));
      }
    }
  } finally {
    await http.close();
    await server.stop();
  }
}

/** The SQL of these requests, as the service sends it, without the service. */
async function straightRates(place: Laid, ask: Ask, seconds: number): Promise<[clients: number, rate: Rate][]> {
  const house = await place.open();
  try {
    const { database, take } = recorded(house.database);
    const meaning = { embedders: house.embedders, vectors: postgresVectors(database, bundled.model) };
    const service = createService({ store: postgresStore(database), keyword: postgresKeyword(database), meaning });
    const units: Unit[][] = [];
    for (let number = 0; number < sampleSize; number++) {
      const { method, path, body } = ask(number);
      const headers = { 'authorization': `Bearer ${place.token}`, 'content-type': 'application/json' };
      const answer = await service.fetch(new Request(`http://bench.invalid/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }), { address: '127.0.0.1' });
      if (!answer.ok) throw new Error(await answer.text());
      if (body && 'mode' in body && (JSON.parse(await answer.text()) as { mode: string }).mode !== body.mode) throw new Error(`Not answered ${String(body.mode)}`);
      units.push(take());
    }
    const rates: [number, Rate][] = [];
    for (const clients of clientCounts) rates.push([clients, await load(clients, seconds, (number) => again(house.database, units[number % sampleSize]!))]);
    return rates;
  } finally {
    await house.close();
  }
}

function line(name: string, clients: number, { perSecond, p50, p95 }: Rate, straight: Rate | undefined): string {
  const share = straight === undefined ? '' : `${((100 * perSecond) / straight.perSecond).toFixed(0)} %`;
  const beside = straight === undefined ? '' : `, straight ${straight.perSecond.toFixed(0)}/s`;
  return `${share.padEnd(6)} ${name.padEnd(11)} ${clients} client${clients === 1 ? ' ' : 's'}  ${perSecond.toFixed(0)}/s, ${p50.toFixed(1)}/${p95.toFixed(1)} ms${beside}`;
}
