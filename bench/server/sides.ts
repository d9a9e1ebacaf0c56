import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Asks } from './asks.ts';
import type { BareStart } from './bare.ts';
import type { FilledDatabase } from './databases.ts';
import { leanHttp } from './lean-http.ts';
import { load, type Rate } from './load.ts';
import { isRepeatable, sampleSize, samplesOf } from './samples.ts';
import { again } from './straight.ts';

/** One side of the comparison. */
export interface Side {
  /** Undefined if this side can't handle the kind of request. */
  rate(kind: string, clients: number, seconds: number): Promise<Rate | undefined>;
  end(): Promise<unknown>;
}

/** The requests of the bare server: those where a service adds the most to its SQL. */
const bareKinds = ['read', 'list'];

/** The SQL that the service sends for these requests, without the service. */
export async function straightSide(filled: FilledDatabase, asks: Asks): Promise<Side> {
  const parts = await filled.open();
  const samples = await samplesOf(parts, asks, filled.token);
  return {
    async rate(kind, clients, seconds) {
      const some = samples.get(kind);
      return some && load(clients, seconds, (number) => again(parts.database, some[number % some.length]!.units));
    },
    end: () => parts.close(),
  };
}

/** The same SQL behind Node's HTTP in its own process, and nothing else: the least a server can cost. */
export async function bareSide({ location, token, size }: FilledDatabase): Promise<Side> {
  const child = fork(new URL('bare.ts', import.meta.url), [
    JSON.stringify({ location, token, size } satisfies BareStart),
  ]);
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
export async function serverSide(filled: FilledDatabase, asks: Asks): Promise<Side> {
  const server = await filled.serve();
  const http = leanHttp(new URL(server.url).origin, {
    Authorization: `Bearer ${filled.token}`,
    'Content-Type': 'application/json',
  });
  let sent = 0;
  return {
    rate: (kind, clients, seconds) =>
      load(clients, seconds, () => {
        // The requests of the other sides, if they are repeatable.
        const { method, path, body } = asks[kind]!(isRepeatable(kind) ? sent++ % sampleSize : sent++);
        return http.ask(method, `/v1${path}`, body);
      }),
    async end() {
      http.close();
      await server.stop();
    },
  };
}
