import { adminAddress } from './admin/address.ts';
import { openAdminSocket } from './admin/socket.ts';
import { compose } from './compose.ts';
import type { Config, Place } from './config.ts';
import { firstToken } from './first-token.ts';
import { createHttpApp } from './http/app.ts';
import { hostCheck, originOf, reachable } from './http/hosts.ts';
import { httpLimits } from './http/limits.ts';
import { createMetrics } from './http/metrics.ts';
import { observer } from './http/observe.ts';
import { createHttpServer } from './http/server.ts';
import { listenFault } from './listen-fault.ts';
import { createLog } from './log.ts';
import { startMaintenance } from './maintenance.ts';
import { pageAnswer } from './page/answer.ts';
import { gaugesOf } from './gauges.ts';

export interface Surroundings {
  pageFolder: string;
  /** Opens the metrics to whoever has it. */
  metricsToken: string | undefined;
  /** To standard output, at once. */
  say: (text: string) => void;
  clock: { now(): number };
}

/** Serves until `stop` is called. Throws where it can't begin, and then nothing is left open. */
export async function serve(
  config: Config,
  place: Place,
  { pageFolder, metricsToken, say, clock }: Surroundings,
): Promise<{ stop(): Promise<void> }> {
  // What can be known to fail before anything is opened.
  if ('folder' in place) adminAddress(place.folder);
  const log = createLog(config['log-level']);
  const metrics = createMetrics();
  const watch = observer(log, metrics);
  const { report } = watch;
  const page = await pageAnswer(pageFolder);
  const parts = await compose(place, watch);
  for (const one of gaugesOf(parts)) metrics.watch(one);
  const door = createHttpApp({
    service: parts.service,
    observer: watch,
    page,
    allowedOrigins: config['allow-origin'],
    behindProxy: config['trust-proxy'],
    unready: () => parts.unready(),
    metrics,
    metricsToken,
  });
  const server = createHttpServer({
    door,
    service: parts.service,
    answersUnder: hostCheck(config.host, config['allow-host']),
    behindProxy: config['trust-proxy'],
    limits: httpLimits,
    log,
  });
  /** What runs beside the requests, and how it ends. */
  const beside: (() => Promise<void>)[] = [];
  const stop = async () => {
    await server.drain();
    for (const end of beside) await end();
    await parts.close();
  };
  try {
    const port = await server.listen(config.port, config.host);
    if ('folder' in place) beside.push((await openAdminSocket(place.folder, parts, clock)).close);
    beside.push(parts.startReader().stop, startMaintenance(parts, report).end);
    log.info(
      { database: parts.database.name, vectors: parts.database.pgvector ? 'pgvector' : 'exact scan' },
      'listening',
    );
    const greet = (secret: string) =>
      say(
        `Commonplace v1 is listening on ${originOf(config.host, port)}/v1\nOpen ${originOf(reachable(config.host), port)}/ and sign in with ${secret}`,
      );
    const isTold = await firstToken(parts, clock.now(), greet);
    if (!isTold) greet('your token.');
  } catch (thrown) {
    await stop();
    throw listenFault(thrown, config);
  }
  return {
    async stop() {
      await stop();
      log.info('stopped');
    },
  };
}
