import { adminAddress } from './admin/address.ts';
import { openAdminSocket } from './admin/socket.ts';
import { compose } from './compose.ts';
import type { Config, DataLocation } from './config.ts';
import { firstToken } from './first-token.ts';
import { createHttpApp } from './http/app.ts';
import { hostCheck, originOf, reachableHost } from './http/hosts.ts';
import { httpLimits } from './http/limits.ts';
import { createMetrics } from './http/metrics.ts';
import { observer } from './http/observe.ts';
import { createHttpServer } from './http/server.ts';
import { localOwner } from '../service/ports/store.ts';
import { createLog } from './log.ts';
import { createSignInLinks, linkMinutes } from './sign-in-links.ts';
import { CommandError } from './command-error.ts';
import { startMaintenance } from './maintenance.ts';
import { pageAnswer } from './page/answer.ts';
import { gaugesOf } from './gauges.ts';

export interface ServeOptions {
  pageFolder: string;
  metricsToken: string | undefined;
  say: (text: string) => void;
  clock: { now(): number };
}

/**
 * Serves until `stop` is called.
 * @throws if it can't start; then everything is closed again
 */
export async function serve(
  config: Config,
  location: DataLocation,
  { pageFolder, metricsToken, say, clock }: ServeOptions,
): Promise<{ stop(): Promise<void> }> {
  // Throws for a bad path before anything is opened.
  if ('folder' in location) adminAddress(location.folder);
  const log = createLog(config['log-level']);
  const metrics = createMetrics();
  const requestObserver = observer(log, metrics);
  const { report } = requestObserver;
  const page = await pageAnswer(pageFolder);
  const parts = await compose(location, requestObserver);
  for (const gauge of gaugesOf(parts)) metrics.watch(gauge);
  const signInLinks = createSignInLinks(parts.store, clock);
  const app = createHttpApp({
    service: parts.service,
    observer: requestObserver,
    page,
    signInLinks,
    allowedOrigins: config['allow-origin'],
    behindProxy: config['trust-proxy'],
    unready: () => parts.unready(),
    metrics,
    metricsToken,
  });
  const server = createHttpServer({
    app,
    service: parts.service,
    isAllowedHost: hostCheck(config.host, config['allow-host']),
    behindProxy: config['trust-proxy'],
    limits: httpLimits,
    log,
  });
  const background: (() => Promise<void>)[] = [];
  const stop = async () => {
    await server.drain();
    for (const end of background) await end();
    await parts.close();
  };
  try {
    const port = await server.listen(config.port, config.host);
    if ('folder' in location) background.push((await openAdminSocket(location.folder, parts, clock)).close);
    background.push(parts.startIndexer().stop, startMaintenance(parts, report).end);
    log.info(
      { database: parts.database.name, vectors: parts.database.pgvector ? 'pgvector' : 'exact scan' },
      'listening',
    );
    const greet = (secret: string) =>
      say(
        `Commonplace v1 is listening on ${originOf(config.host, port)}/v1\nOpen ${originOf(reachableHost(config.host), port)}/ and sign in with ${secret}`,
      );
    const isShown = await firstToken(parts, clock.now(), greet);
    // This read comes before the greeting, because the server stops if the read fails. Once the server has greeted, it
    // must keep running.
    const hasOwnUser = isShown || (await parts.users.find(localOwner)) !== undefined;
    if (!isShown) greet('your token.');
    if (hasOwnUser)
      say(
        `Or open this link within ${linkMinutes} minutes, once: ${originOf(reachableHost(config.host), port)}/#sign-in=${signInLinks.issue()}`,
      );
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

/** The error that tells the user why the server can't listen; any other error unchanged. */
function listenFault(thrown: unknown, { host, port }: { host: string; port: number }): unknown {
  switch ((thrown as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new CommandError(
        `Port ${port} of ${host} is in use by another program. Stop it, or choose another port with --port.`,
      );
    case 'EACCES':
      return new CommandError(
        `Port ${port} of ${host} can't be opened by this user. Choose one above 1023 with --port.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CommandError(`This machine has no address ${host} to listen on. Choose another with --host.`);
    default:
      return thrown;
  }
}
