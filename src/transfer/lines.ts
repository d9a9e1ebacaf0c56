import { UnreadableFile } from './unreadable.ts';

/** Longer than the longest memory with every character escaped. */
const maxCharacters = 4_194_304;

/**
 * Yields the lines of a UTF-8 stream. Only U+000A ends a line: Node's readline would also split at U+2028, which texts
 * may contain.
 */
export async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const part of bytes) {
    const lines = (rest + decoded(decoder, part)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxCharacters)
      throw new UnreadableFile('The file has a line that is too long. It isn’t a Commonplace export.');
    yield* lines;
  }
  rest += decoded(decoder);
  if (rest !== '') yield rest;
}

function decoded(decoder: TextDecoder, part?: Uint8Array): string {
  try {
    return decoder.decode(part, { stream: part !== undefined });
  } catch {
    throw new UnreadableFile('The file isn’t UTF-8. It isn’t a Commonplace export.');
  }
}
