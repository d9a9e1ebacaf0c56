import { randomBytes } from 'node:crypto';
import { skippingClock, type HostClock } from '../../../conformance/host.ts';
import type { Choices } from './choices.ts';
import { plainCore } from './core.ts';
import { listen, type Listening } from './listen.ts';
import type { Kept, Parts } from './memories.ts';

export type { Choices } from './choices.ts';
export type { Kept, Memory, Parts } from './memories.ts';

export interface PlainServer extends Listening {
  token: string;
  /** The server's clock, which cases in this process can advance. */
  clock: HostClock;
  kept: Kept;
  transactions(): number;
}

/** Starts a v1 server with only the eight operations of the source document (see docs/v1.md), over HTTP. */
export async function startPlainServer(
  choices: Partial<Choices> = {},
  faulty: Partial<Parts> = {},
): Promise<PlainServer> {
  const token = randomBytes(16).toString('hex');
  const clock = skippingClock();
  const { kept, transactions, respond } = plainCore(token, clock, choices, faulty);
  return { token, clock, kept, transactions, ...(await listen(respond)) };
}
