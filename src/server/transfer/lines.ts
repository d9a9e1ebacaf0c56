import { PlainFault } from '../plain-fault.ts';

/** The longest memory, with every character escaped, is shorter. */
const mostCharacters = 4_194_304;

/** The lines of a stream of UTF-8. Only U+000A ends one: Node's own reader of lines takes U+2028 for an end too, which stands in texts. */
export async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const part of bytes) {
    const lines = (rest + decoded(decoder, part)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > mostCharacters)
      throw new PlainFault("The file has a line that is too long. It isn't a Commonplace export.");
    yield* lines;
  }
  rest += decoded(decoder);
  if (rest !== '') yield rest;
}

function decoded(decoder: TextDecoder, part?: Uint8Array): string {
  try {
    return decoder.decode(part, { stream: part !== undefined });
  } catch {
    throw new PlainFault("The file isn't UTF-8. It isn't a Commonplace export.");
  }
}
