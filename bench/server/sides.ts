import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { RequestFactories } from './request-factories.ts';
import type { BareStart } from './bare.ts';
import type { FilledDatabase } from './databases.ts';
import { minimalHttp } from './minimal-http.ts';
import { measureLoad, type Rate } from './measure-load.ts';
import { isRepeatable, sampleSize, samplesOf } from './samples.ts';
import { replayTransactions } from './replay.ts';

/** One side of the comparison: the database alone, a minimal HTTP server over it, or the real server. */
export interface Side {
  /** Returns undefined if this side can't handle that kind. */
  rate(kind: string, clients: number, seconds: number): Promise<Rate | undefined>;
  end(): Promise<unknown>;
}

/** The kinds that `bareSide` measures: those for which SQL takes the smallest share of the service's time. */
const bareKinds = ['read', 'list'];

export async function directSide(filled: FilledDatabase, factories: RequestFactories): Promise<Side> {
  const parts = await filled.open();
  const samples = await samplesOf(parts, factories, filled.token);
  return {
    async rate(kind, clients, seconds) {
      const recordings = samples.get(kind);
      return (
        recordings &&
        measureLoad(clients, seconds, (number) =>
          replayTransactions(parts.database, recordings[number % recordings.length]!.transactions),
        )
      );
    },
    end: () => parts.close(),
  };
}

/** Replays the same SQL behind a minimal HTTP server in a separate process: a lower bound for the cost of a server. */
export async function bareSide({ location, token, size }: FilledDatabase): Promise<Side> {
  const child = fork(new URL('bare.ts', import.meta.url), [
    JSON.stringify({ location, token, size } satisfies BareStart),
  ]);
  const [origin] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The bare server ended with ${code}`))),
  ])) as [string];
  const http = minimalHttp(origin, {});
  return {
    async rate(kind, clients, seconds) {
      return bareKinds.includes(kind)
        ? measureLoad(clients, seconds, (number) => http.send('GET', `/${kind}/${number % sampleSize}`))
        : undefined;
    },
    async end() {
      http.close();
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

export async function serverSide(filled: FilledDatabase, factories: RequestFactories): Promise<Side> {
  const server = await filled.serve();
  const http = minimalHttp(new URL(server.url).origin, {
    Authorization: `Bearer ${filled.token}`,
    'Content-Type': 'application/json',
  });
  let sent = 0;
  return {
    rate: (kind, clients, seconds) =>
      measureLoad(clients, seconds, () => {
        // For repeatable kinds, all sides send the same requests.
        const { method, path, body } = factories[kind]!(isRepeatable(kind) ? sent++ % sampleSize : sent++);
        return http.send(method, `/v1${path}`, body);
      }),
    async end() {
      http.close();
      await server.stop();
    },
  };
}
