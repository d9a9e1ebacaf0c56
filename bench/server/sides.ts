import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Asks } from './asks.ts';
import type { BareStart } from './bare.ts';
import type { Laid } from './databases.ts';
import { leanHttp } from './lean-http.ts';
import { load, type Rate } from './load.ts';
import { isRepeatable, sampleSize, samplesOf } from './samples.ts';
import { again } from './straight.ts';

/** One of those that are compared. */
export interface Side {
  /** Undefined for what it can't be asked. */
  rate(kind: string, clients: number, seconds: number): Promise<Rate | undefined>;
  end(): Promise<unknown>;
}

/** What the bare server is asked: where a service adds most to its SQL. */
const bareKinds = ['read', 'list'];

/** The SQL of these requests, as the service sends it, without the service. */
export async function straightSide(place: Laid, asks: Asks): Promise<Side> {
  const house = await place.open();
  const samples = await samplesOf(house, asks, place.token);
  return {
    async rate(kind, clients, seconds) {
      const some = samples.get(kind);
      return some && load(clients, seconds, (number) => again(house.database, some[number % some.length]!.units));
    },
    end: () => house.close(),
  };
}

/** The same SQL behind Node's own HTTP in a process of its own, with nothing else around it: the least that a server takes. */
export async function bareSide({ place, token, size }: Laid): Promise<Side> {
  const child = fork(new URL('bare.ts', import.meta.url), [JSON.stringify({ place, token, size } satisfies BareStart)]);
  const [origin] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The bare server ended with ${code}`))),
  ])) as [string];
  const http = leanHttp(origin, {});
  return {
    async rate(kind, clients, seconds) {
      return bareKinds.includes(kind)
        ? load(clients, seconds, (number) => http.ask('GET', `/${kind}/${number % sampleSize}`))
        : undefined;
    },
    async end() {
      http.close();
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** The server itself, over HTTP. */
export async function serverSide(place: Laid, asks: Asks): Promise<Side> {
  const server = await place.serve();
  const http = leanHttp(new URL(server.url).origin, {
    Authorization: `Bearer ${place.token}`,
    'Content-Type': 'application/json',
  });
  let asked = 0;
  return {
    rate: (kind, clients, seconds) =>
      load(clients, seconds, () => {
        // The same as the others are asked, as far as it can be asked again.
        const { method, path, body } = asks[kind]!(isRepeatable(kind) ? asked++ % sampleSize : asked++);
        return http.ask(method, `/v1${path}`, body);
      }),
    async end() {
      http.close();
      await server.stop();
    },
  };
}
