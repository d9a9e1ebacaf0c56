import { adminAddress } from './admin/address.ts';
import { openAdminSocket } from './admin/socket.ts';
import { compose } from './compose.ts';
import type { Config, Place } from './config.ts';
import { firstToken } from './first-token.ts';
import { createDoor } from './http/door.ts';
import { hostCheck, inUrl } from './http/hosts.ts';
import { httpLimits } from './http/limits.ts';
import { createMetrics } from './http/metrics.ts';
import { observer } from './http/observe.ts';
import { createHttpServer } from './http/server.ts';
import { listenFault } from './listen-fault.ts';
import { createLog } from './log.ts';
import { startMaintenance } from './maintenance.ts';
import { pageAnswer } from './page/answer.ts';
import { watchedIn } from './watched.ts';

export interface Surroundings {
  pageFolder: string;
  /** Opens the metrics to whoever has it. */
  metricsToken: string | undefined;
  /** To standard output, at once. */
  say: (text: string) => void;
  clock: { now(): number };
}

/** Serves until `stop` is called. Throws where it can't begin, and then nothing is left open. */
export async function serve(config: Config, place: Place, { pageFolder, metricsToken, say, clock }: Surroundings): Promise<{ stop(): Promise<void> }> {
  // What can be known to fail before anything is opened.
  if ('folder' in place) adminAddress(place.folder);
  const log = createLog(config['log-level']);
  const metrics = createMetrics();
  const watch = observer(log, metrics);
  const { report } = watch;
  const page = await pageAnswer(pageFolder);
  const house = await compose(place, watch);
  for (const one of watchedIn(house)) metrics.watch(one);
  const door = createDoor({
    service: house.service,
    observer: watch,
    page,
    allowedOrigins: config['allow-origin'],
    behindProxy: config['trust-proxy'],
    unready: () => house.unready(),
    metrics,
    metricsToken,
  });
  const server = createHttpServer({ door, service: house.service, answersUnder: hostCheck(config.host, config['allow-host']), limits: httpLimits, log });
  /** What runs beside the requests, and how it ends. */
  const beside: (() => Promise<void>)[] = [];
  const stop = async () => {
    await server.drain();
    for (const end of beside) await end();
    await house.close();
  };
  try {
    const port = await server.listen(config.port, config.host);
    if ('folder' in place) beside.push((await openAdminSocket(place.folder, house, clock)).close);
    beside.push(house.startReader().stop, startMaintenance(house, report).end);
    log.info({ database: house.database.name, vectors: house.database.pgvector ? 'pgvector' : 'exact scan' }, 'listening');
    const listening = `Commonplace v1 is listening on http://${inUrl(config.host)}:${port}/v1`;
    const isTold = await firstToken(house, clock.now(), (token) => say(`${listening}\nFirst token: ${token}`));
    if (!isTold) say(listening);
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
