/*
 * A command goes over the socket as one HTTP request. All data is in the bodies, since headers are limited in size.
 * Request: a line with the arguments as JSON, then the standard input. Response: the output, a separator, then the
 * ending as JSON.
 */

/** How a command ended. */
export interface Ending {
  exitCode: number;
  /** Shown to the user if `exitCode` isn't 0. */
  message: string;
}

/** Separates the output from the ending. No command writes U+0000. */
const separator = '\u0000';

export const argsLine = (args: string[]): string => `${JSON.stringify(args)}\n`;

export const endingText = (ending: Ending): string => separator + JSON.stringify(ending);

/** Reads the arguments of a command. `input` is the rest of the request: the command's standard input. */
export async function readRequest(
  request: AsyncIterable<Uint8Array>,
): Promise<{ args: string[]; input: AsyncIterable<Uint8Array> }> {
  const parts = request[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  let end = -1;
  while (end === -1) {
    const part = await parts.next();
    if (part.done === true) throw new Error('The command arrived incomplete');
    buffered = Buffer.concat([buffered, part.value]);
    end = buffered.indexOf('\n');
  }
  return {
    args: JSON.parse(buffered.toString('utf8', 0, end)) as string[],
    input: rest(buffered.subarray(end + 1), parts),
  };
}

/**
 * Iterates by hand: a `for await` that ends early would destroy the request, and with it the connection that the
 * response needs.
 */
async function* rest(first: Uint8Array, parts: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let part = await parts.next(); part.done !== true; part = await parts.next()) yield part.value;
}

/** Writes the output of a command. Returns the ending, or undefined if the response stops earlier. */
export async function readResponse(
  response: AsyncIterable<Uint8Array>,
  write: (text: string) => Promise<void>,
): Promise<Ending | undefined> {
  const decoder = new TextDecoder();
  let ending: string | undefined;
  for await (const part of response) {
    const [text = '', ...rest] = decoder.decode(part, { stream: true }).split(separator);
    if (ending !== undefined) ending += text;
    else await write(text);
    if (rest.length > 0) ending = rest.join(separator);
  }
  return ending === undefined ? undefined : (JSON.parse(ending) as Ending);
}
