import { randomFrom } from '../../scripts/random.ts';
import type { ResponseEnvelope } from '../../src/v1/envelope.ts';
import type { Action, Schedule } from './schedule.ts';

/** `offline`: requests get no answer. `gateway`: they get one that doesn't come from the server. */
export type Outage = 'offline' | 'gateway';

/**
 * One or two outages of five minutes to an hour. Each begins while a round may be sending a new memory. During the
 * outage, the device starts about ten rounds, its user deletes a memory, and its process may end.
 */
export function outagesIn({ seed, devices, actions }: Pick<Schedule, 'seed' | 'devices' | 'actions'>): Action[] {
  const random = randomFrom(Math.imul(seed, 1_220_703_125) >>> 0);
  const end = actions.at(-1)!.at;
  const outages = Array.from({ length: 1 + Math.floor(random() * 2) }, (): Action[] => {
    const [at, ms] = [Math.floor(random() * end), 300_000 + Math.floor(random() * 3_300_000)];
    const base = { device: Math.floor(random() * devices), pick: random(), dice: random() };
    const inside = (kind: Action['kind']): Action => ({ ...base, at: at + Math.floor(random() * ms), kind });
    return [
      { ...base, at, kind: 'create' },
      { ...base, at, kind: 'round' },
      { ...base, at: at + Math.floor(random() * 600), kind: 'outage' },
      inside('trash'),
      ...(random() < 0.5 ? [inside('crash')] : []),
      ...Array.from({ length: 9 + Math.floor(random() * 4) }, () => inside('round')),
      { ...base, at: at + ms, kind: 'outage ends' },
    ];
  });
  return outages.flat();
}

export const outageOf = ({ dice }: Action): Outage => (dice < 0.5 ? 'offline' : 'gateway');

/** An answer of a gateway: JSON like v1's, but without the header that lists the server's extensions. */
export function gatewayAnswer(method: string, number: number): ResponseEnvelope {
  const statuses = method === 'GET' ? [503, 401, 200] : [503, 401];
  const status = statuses[number % statuses.length]!;
  const body = status === 200 ? { status: 'ok' } : { error: { code: 'gateway', message: 'Not now.' } };
  return { commonplace: 1, status, headers: {}, body: JSON.stringify(body) };
}
