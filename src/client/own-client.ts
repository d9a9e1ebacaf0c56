import { extensionNames } from '../v1/operations.ts';
import { Client } from './client.ts';
import { systemClock } from './sending/clock.ts';
import { Knowledge } from './sending/sender.ts';
import type { Transport } from './transport.ts';

/** No time limit and no retries here, because the transport has its own. */
const settings = {
  server: 'Commonplace',
  timeout: Infinity,
  maxRetries: 0,
  maxWait: 0,
  clock: systemClock,
  log: undefined,
};

/** A client for the service in the same build. Callers that the service's host vouches for need no `token`. */
export const ownClient = (transport: Transport, token?: string): Client =>
  new Client({ ...settings, transport, token }, new Knowledge(extensionNames));
