import { callThrough, isSuccess, refusalOf, type Prepared } from '../call.ts';
import type { BatchRequest, BatchResponse } from '../contract.ts';
import { MalformedResponse } from '../errors.ts';
import { batch } from '../operations.ts';
import type { Collections } from '../resources/collections.ts';
import { Resources } from '../resources/index.ts';
import type { Memories } from '../resources/memories.ts';
import { extensionsIn, requireOffered } from './offers.ts';
import type { RequestOptions, Sender } from './sender.ts';

/** The writes that a batch can contain. */
export interface BatchWrites {
  memories: Pick<Memories, 'create' | 'update' | 'delete' | 'restore'>;
  collections: Pick<Collections, 'create' | 'rename' | 'delete'>;
}

/** The result of each write, in the form that `Promise.allSettled` gives. */
export type BatchResults<Writes extends readonly Promise<unknown>[]> = {
  -readonly [Index in keyof Writes]: PromiseSettledResult<Awaited<Writes[Index]>>;
};

/** Sends all writes that `collect` makes, as one request. Rejects if the server lacks `batch` or the request fails. */
export async function sendBatch<Writes extends readonly Promise<unknown>[]>(
  sender: Sender,
  collect: (writes: BatchWrites) => readonly [...Writes],
  options: RequestOptions = {},
): Promise<BatchResults<Writes>> {
  const offers = await sender.learnOffers(options);
  requireOffered(offers, [['batch', 'batch']]);
  const requests: BatchRequest[] = [];
  const settle: ((response: BatchResponse | undefined) => void)[] = [];
  const call = callThrough((prepared) => {
    requireOffered(offers, extensionsIn(prepared));
    sender.addKey(prepared);
    requests.push(batchRequestOf(prepared));
    return new Promise((resolve, reject) => {
      settle.push((response) => {
        if (response === undefined) return reject(new MalformedResponse('The response to the batch is too short.'));
        const { status, body } = response;
        if (!Number.isInteger(status)) return reject(new MalformedResponse('A response in the batch has no status.'));
        const envelope = { commonplace: 1 as const, status, headers: {}, ...(body && { body: JSON.stringify(body) }) };
        return isSuccess(envelope) ? resolve(envelope) : reject(refusalOf(envelope, prepared));
      });
    });
  });
  const results = Promise.allSettled(collect(new Resources(call)));
  if (requests.length > 0) {
    const isSafe = requests.every(({ idempotencyKey }) => idempotencyKey !== undefined);
    const operation = isSafe ? { ...batch, repeats: 'safely' as const } : batch;
    const { responses } = await sender.call(operation, { body: { requests } }, options);
    for (const [index, done] of settle.entries()) done(responses[index]);
  }
  return results;
}

function batchRequestOf({ request: { method, path, headers, body } }: Prepared): BatchRequest {
  return {
    method: method as BatchRequest['method'],
    path,
    idempotencyKey: headers['idempotency-key'],
    ifMatch: headers['if-match'],
    body: body === undefined ? undefined : (JSON.parse(body) as Record<string, unknown>),
  };
}
