import type { ServiceParts } from '../service/call.ts';
import type { Owner } from '../service/ports/store.ts';
import type { ServerParts } from './compose.ts';
import { repeated, type Repeated } from './repeated.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Maintains each user's memories now and then daily: deletes for good what has expired. Reports a user that fails and retries the next day. Several processes may do this at once. */
export function startMaintenance(
  { users, service }: Pick<ServerParts, 'users' | 'service'>,
  report: ServiceParts['report'],
): Repeated {
  /** Users still to come in this round. */
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
