import type { ServiceParts } from '../service/call.ts';
import type { Owner } from '../service/ports/store.ts';
import type { ServerParts } from './compose.ts';
import { repeated, type Repeated } from './repeated.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Once a day, from now on, deletes for good what has outlived its time, of one user after the other; who fails is reported, and tried again the next day. Several processes may do so at once. */
export function startMaintenance(
  { users, service }: Pick<ServerParts, 'users' | 'service'>,
  report: ServiceParts['report'],
): Repeated {
  /** Whose turn is still to come in this round. */
  let left: Owner[] = [];
  const begin = async () => {
    left = (await users.all()).map(({ name }) => name);
    await service.forgetStrangers().catch(report);
  };
  const work = async () => {
    if (left.length === 0) await begin();
    const owner = left.shift();
    if (owner !== undefined) await service.maintain(owner).catch((fault: unknown) => report(fault, { owner }));
    return left.length > 0;
  };
  return repeated(work, report, { restMs: dayMs, afterFailureMs: minuteMs, longestMs: dayMs });
}
