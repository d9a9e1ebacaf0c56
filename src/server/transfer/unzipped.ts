import { Readable } from 'node:stream';
import { beginsAsGzip, chunksOf } from '../../transfer/chunks.ts';

/** The bytes of an input, decompressed if they are gzip, as the backups of the extension are. */
export async function* unzipped(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const rest = input[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  // The first chunk may be empty.
  while (start.length < 2) {
    const next = await rest.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield start;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  if (beginsAsGzip(start)) {
    const packed = Readable.toWeb(Readable.from(bytes())) as ReadableStream<Uint8Array<ArrayBuffer>>;
    yield* chunksOf(packed.pipeThrough(new DecompressionStream('gzip')));
  } else yield* bytes();
}
