import { hash64 } from '../../lib/hash64.ts';

/** Increase this version whenever the format of the files changes. */
const format = 1;

/** The size of the header, padded with zeros. */
export const headerBytes = 1_024;

/** The header of a file of codes (quantised vectors) or of token rows (token-file.ts). */
export interface Header {
  model: string;
  dimensions: number;
  /** Different for each new set of files, so that rows left from an older set don't count. */
  nonce: number;
  /** Of two files, the one with the higher order is newer. */
  order: number;
}

export function encodeHeader(header: Header): Uint8Array {
  const text = JSON.stringify({ format, ...header });
  const bytes = new Uint8Array(headerBytes);
  const { read } = new TextEncoder().encodeInto(`${hash64(text).join('-')} ${text}\n`, bytes);
  if (read < text.length) throw new RangeError('The name of the model is too long.');
  return bytes;
}

/** Undefined unless `bytes` is an intact header of this format. */
export function decodeHeader(bytes: Uint8Array): Header | undefined {
  const [line = ''] = new TextDecoder().decode(bytes).split('\n');
  const text = line.slice(line.indexOf(' ') + 1);
  if (line !== `${hash64(text).join('-')} ${text}`) return undefined;
  const header = JSON.parse(text) as Header & { format: number };
  return header.format === format ? header : undefined;
}
