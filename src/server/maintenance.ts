import type { House } from './compose.ts';
import { repeated, type Repeated } from './meaning/repeated.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Once a day, from now on, deletes for good what has outlived its time, of one user after the other. Several processes may do so at once. */
export function startMaintenance({ users, service }: House, report: (fault: unknown) => void): Repeated {
  const work = async () => {
    for (const { name } of await users.all()) await service.maintain(name);
    return false;
  };
  return repeated(work, report, { restMs: dayMs, afterFailureMs: minuteMs, longestMs: dayMs });
}
