import type { EngineState } from '../../client/engine-control.ts';
import type { Site } from './sites.ts';

/**
 * A feature that the user turned on and that sends data from this device. A model that isn't bundled also counts, while
 * it is chosen or downloaded.
 */
export type Egress =
  | { kind: 'model'; name: string; hosts: string[] }
  | { kind: 'site'; origin: string }
  | { kind: 'sync'; address: string };

/** All active features that send data; empty until the user turns one on. */
export function egressOf(
  engine: Pick<EngineState, 'models' | 'sync'> | undefined,
  sites: readonly Site[] = [],
): Egress[] {
  return [
    ...(engine?.models ?? []).flatMap(({ name, chosen, download }): Egress[] =>
      download !== undefined && (chosen || download.fetched) ? [{ kind: 'model', name, hosts: download.hosts }] : [],
    ),
    ...sites
      .filter(({ paused, hasExpired }) => !paused && !hasExpired)
      .map(({ origin }): Egress => ({ kind: 'site', origin })),
    ...(engine?.sync?.server && !engine.sync.paused
      ? [{ kind: 'sync' as const, address: engine.sync.server.address }]
      : []),
  ];
}
