import { UnreadableFile } from './unreadable.ts';

export const beginsAsGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * The chunks of a stream.
 * @throws UnreadableFile if it can't be read, for instance because compressed data is damaged
 */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new UnreadableFile('The file is damaged.', { cause });
    });
    if (done) return;
    yield value;
  }
}
