/*
 * A command goes over the socket as one HTTP request, all of it in bodies, since headers are bounded and a command is not.
 * Asked: a line with its words, as JSON, then what is fed to it. Answered: what it writes, then a mark, then how it ended, as JSON.
 */

/** How a command ended. */
export interface Ending {
  exitCode: number;
  /** What the person is told where it is not 0. */
  message: string;
}

/** U+0000 is in no text that a command writes. */
const mark = '\u0000';

export const wordsLine = (words: string[]): string => `${JSON.stringify(words)}\n`;

export const endingText = (ending: Ending): string => mark + JSON.stringify(ending);

/** The words of a command, and what is fed to it. */
export async function readAsked(
  asked: AsyncIterable<Uint8Array>,
): Promise<{ words: string[]; input: AsyncIterable<Uint8Array> }> {
  const parts = asked[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let end = -1;
  while (end === -1) {
    const part = await parts.next();
    if (part.done === true) throw new Error('The command arrived incomplete');
    held = Buffer.concat([held, part.value]);
    end = held.indexOf('\n');
  }
  return { words: JSON.parse(held.toString('utf8', 0, end)) as string[], input: fed(held.subarray(end + 1), parts) };
}

/** Whoever reads no further must leave the request whole, since its answer comes over the same connection: so no loop over it is broken off. */
async function* fed(first: Uint8Array, parts: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let part = await parts.next(); part.done !== true; part = await parts.next()) yield part.value;
}

/** Writes what a command writes; answers how it ended, or undefined where the answer stops before that is said. */
export async function readAnswered(
  answered: AsyncIterable<Uint8Array>,
  write: (text: string) => Promise<void>,
): Promise<Ending | undefined> {
  const decoder = new TextDecoder();
  let ending: string | undefined;
  for await (const part of answered) {
    const [text = '', ...rest] = decoder.decode(part, { stream: true }).split(mark);
    if (ending !== undefined) ending += text;
    else await write(text);
    if (rest.length > 0) ending = rest.join(mark);
  }
  return ending === undefined ? undefined : (JSON.parse(ending) as Ending);
}
