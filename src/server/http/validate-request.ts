import type { IncomingMessage } from 'node:http';
import { problemOf, type Problem } from '../../service/problem.ts';
import type { HostCheck } from './hosts.ts';
import { requireValid, toOriginForm } from './requests.ts';

/** Requests that the door refuses before it looks at them, and why. */
export const invalidRequests = new WeakMap<IncomingMessage, Problem>();

/** Looks at a request before it is made a `Request`, which an unsound one may not even become; then it takes a harmless address. */
export function validateRequest(incoming: IncomingMessage, answersUnder: HostCheck): void {
  try {
    toOriginForm(incoming);
    requireValid(incoming, answersUnder);
  } catch (thrown) {
    invalidRequests.set(incoming, problemOf(thrown));
    incoming.url = '/';
    incoming.headers.host = 'localhost';
  }
}
