import { z } from 'zod';
import { limits } from '../limits.ts';
import { versionPrefix } from '../operations.ts';
import { list, text } from './text.ts';

/** A text that can be a header's value: visible ASCII, with spaces only inside. */
const headerValue = (max: number) => text(1, max).regex(/^[!-~](?:[ -~]*[!-~])?$/, 'must be visible ASCII');

const longestIfMatch = 255;

const batchRequest = z
  .strictObject({
    method: z.enum(['POST', 'PATCH', 'DELETE']),
    path: text(1, limits.batchPathCharacters)
      .regex(new RegExp(`^${versionPrefix}/`), `must begin with ${versionPrefix}/`)
      .meta({ description: 'such as `/v1/memories`, with its query if there is one' }),
    idempotencyKey: headerValue(limits.idempotencyKeyCharacters)
      .optional()
      .meta({ description: 'same as the header `Idempotency-Key`' }),
    ifMatch: headerValue(longestIfMatch).optional().meta({ description: 'same as the header `If-Match`' }),
    body: z.record(z.string(), z.unknown()).optional().meta({ description: 'the request body of the operation' }),
  })
  .meta({ id: 'BatchRequest' });

export const batchBody = z
  .strictObject({ requests: list(batchRequest, 1, limits.batchRequests) })
  .meta({ id: 'Batch' });

const batchResponse = z
  .object({
    status: z.int(),
    etag: z.string().optional().meta({ description: 'same as the header `ETag`' }),
    location: z.string().optional().meta({ description: 'same as the header `Location`' }),
    replayed: z.boolean().optional().meta({
      description: 'true if this is a replay, otherwise absent; same as the header `Idempotency-Replayed`',
    }),
    body: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'the body that the operation would return if sent alone, or its error body' }),
  })
  .meta({ id: 'BatchResponse' });

export const batchAnswer = z
  .object({ responses: z.array(batchResponse).meta({ description: 'in the order of the requests' }) })
  .meta({ id: 'BatchAnswer' });

export type BatchRequest = z.output<typeof batchRequest>;
export type BatchResponse = z.infer<typeof batchResponse>;
