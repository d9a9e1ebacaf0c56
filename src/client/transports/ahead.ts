import type { RequestEnvelope } from '../../v1/envelope.ts';
import type { Transport } from '../transport.ts';

/** How long the response to a request sent ahead stays usable, in milliseconds. */
const usefulMs = 2_000;

/**
 * Sends the request `ahead` at once, before the code that needs the response is loaded. The first equal request
 * within `usefulMs` gets this response.
 */
export function sendAhead(transport: Transport, ahead: Pick<RequestEnvelope, 'method' | 'path'>): Transport {
  const end = performance.now() + usefulMs;
  let answer: ReturnType<Transport> | undefined = transport({ commonplace: 1, headers: {}, ...ahead });
  // A failure must not count as an unhandled rejection before a request takes the response.
  answer.catch(() => {});
  return (request, options) => {
    const isSame = request.method === ahead.method && request.path === ahead.path;
    if (answer === undefined || !isSame || performance.now() > end) return transport(request, options);
    const taken = answer;
    answer = undefined;
    return taken;
  };
}
