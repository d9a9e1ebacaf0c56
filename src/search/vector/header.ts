import { hash64 } from '../../lib/hash64.ts';

/** Raise it with every change of what the files hold. */
const format = 1;

/** Where the rows begin; the rest is zeros. */
export const headerBytes = 1_024;

/** What stands before the rows of a file of codes. How many rows there are, the file's size says; each row has a check of its own. */
export interface Header {
  model: string;
  dimensions: number;
  /** Another one for each file that is begun. */
  nonce: number;
  /** The higher of two was begun later. */
  order: number;
}

export function encodeHeader(header: Header): Uint8Array {
  const text = JSON.stringify({ format, ...header });
  const bytes = new Uint8Array(headerBytes);
  const { read } = new TextEncoder().encodeInto(`${hash64(text).join('-')} ${text}\n`, bytes);
  if (read < text.length) throw new RangeError('The name of the model is too long.');
  return bytes;
}

/** Undefined for anything but a whole header of this format. */
export function decodeHeader(bytes: Uint8Array): Header | undefined {
  const [line = ''] = new TextDecoder().decode(bytes).split('\n');
  const text = line.slice(line.indexOf(' ') + 1);
  if (line !== `${hash64(text).join('-')} ${text}`) return undefined;
  const header = JSON.parse(text) as Header & { format: number };
  return header.format === format ? header : undefined;
}
