import { MalformedResponse } from '../../client/errors.ts';

/**
 * The largest response that is read. A page of 100 of the largest memories that v1 permits is smaller, even if the
 * server writes every character as `\uXXXX`.
 */
export const maxResponseBytes = 67_108_864;

/**
 * Wraps `send`. If the body of a response is larger than `maxResponseBytes`, stops reading and rejects with
 * MalformedResponse.
 */
export function limitedFetch(send: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.body === null) return response;
    const { status, headers } = response;
    const body = await readBody(response.body);
    return new Response(body.size === 0 ? null : body, { status, headers });
  };
}

async function readBody(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks);
    bytes += value.byteLength;
    if (bytes > maxResponseBytes) {
      // Cancelling a hostile server's stream may take forever, so nothing waits for that.
      void reader.cancel().catch(() => {});
      throw new MalformedResponse('The server’s response is too large.');
    }
    chunks.push(value);
  }
}
