import type { KitCall } from './kit.ts';

/** Three writes. The server refuses the second. */
export const batchSample = (
  memory: Readonly<Record<'id' | 'content', string>>,
): Pick<KitCall, 'body' | 'writes'> & { answer: unknown } => {
  const { id } = memory;
  return {
    body: {
      requests: [
        { method: 'POST', path: '/v1/memories', idempotencyKey: 'my-key', body: { content: memory.content } },
        { method: 'PATCH', path: `/v1/memories/${id}`, ifMatch: '"2"', body: { title: 'Rooms' } },
        { method: 'DELETE', path: `/v1/memories/${id}?permanent=true` },
      ],
    },
    writes: [
      { operation: 'createMemory', body: { content: memory.content }, idempotencyKey: 'my-key', result: memory },
      {
        operation: 'updateMemory',
        id,
        body: { title: 'Rooms' },
        ifVersion: 2,
        error: {
          kind: 'service',
          code: 'precondition_failed',
          status: 412,
          message: 'It is at version 3.',
          method: 'PATCH',
          path: `/v1/memories/${id}`,
        },
      },
      { operation: 'deleteMemory', id, query: { permanent: true } },
    ],
    answer: {
      responses: [
        { status: 201, etag: '"3"', location: `/v1/memories/${id}`, replayed: true, body: memory },
        { status: 412, body: { error: { code: 'precondition_failed', message: 'It is at version 3.' } } },
        { status: 204 },
      ],
    },
  };
};
