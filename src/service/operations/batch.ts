import { headers } from '../../v1/headers.ts';
import type { BatchRequest, BatchResponse } from '../../v1/schemas/batch.ts';
import { pacer } from '../../lib/pace.ts';
import type { Operation } from '../call.ts';
import { invalid } from '../problem.ts';

const rateHeaders = [headers.rateLimit, headers.rateRemaining, headers.rateReset] as const;

/**
 * Carries out the requests in order, each as if sent alone, and yields the thread in between. Stops when nobody waits
 * for the response any more.
 */
export const batch: Operation<'batch'> = async ({ carryOut, headers: given, input, signal }) => {
  if (given.has(headers.idempotencyKey))
    throw invalid(headers.idempotencyKey, 'must be set on each request of the batch, not on the batch');
  const authorization = given.get('authorization');
  const responses: BatchResponse[] = [];
  let rate: Record<string, string> = {};
  const pace = pacer();
  for (const request of input.body.requests) {
    await pace();
    if (signal.aborted) break;
    const response = await carryOut(requestOf(request, authorization), request.body);
    rate = Object.fromEntries(rateHeaders.map((name) => [name, response.headers.get(name) ?? '']));
    responses.push(await partOf(response));
  }
  return { body: { responses }, headers: rate };
};

/** The request without its body. */
function requestOf({ method, path, idempotencyKey, ifMatch }: BatchRequest, authorization: string | null) {
  return new Request(`http://commonplace.invalid${path}`, {
    method,
    headers: {
      ...(authorization !== null && { authorization }),
      ...(idempotencyKey !== undefined && { [headers.idempotencyKey]: idempotencyKey }),
      ...(ifMatch !== undefined && { [headers.ifMatch]: ifMatch }),
    },
  });
}

async function partOf(response: Response): Promise<BatchResponse> {
  const text = await response.text();
  const etag = response.headers.get(headers.etag);
  const location = response.headers.get(headers.location);
  return {
    status: response.status,
    ...(etag !== null && { etag }),
    ...(location !== null && { location }),
    ...(response.headers.has(headers.idempotencyReplayed) && { replayed: true }),
    ...(text !== '' && { body: JSON.parse(text) as Record<string, unknown> }),
  };
}
