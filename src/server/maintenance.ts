import type { ServiceParts } from '../service/call.ts';
import type { Owner } from '../service/ports/store.ts';
import type { ServerParts } from './compose.ts';
import { repeat, type Repeated } from './repeat.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * Erases each user's expired data now and once a day. Reports a failure for one user and tries that user again the next
 * day.
 */
export function startMaintenance(
  { users, service }: Pick<ServerParts, 'users' | 'service'>,
  report: ServiceParts['report'],
): Repeated {
  let remaining: Owner[] = [];
  const begin = async () => {
    remaining = (await users.all()).map(({ name }) => name);
    await service.forgetInactiveSenders().catch(report);
  };
  const work = async () => {
    if (remaining.length === 0) await begin();
    const owner = remaining.shift();
    if (owner !== undefined) await service.maintain(owner).catch((error: unknown) => report(error, { owner }));
    return remaining.length > 0;
  };
  return repeat(work, report, { restMs: dayMs, afterFailureMs: minuteMs, longestMs: dayMs });
}
