import { hex } from '../../lib/hash.ts';

const decoder = new TextDecoder('utf-16be', { ignoreBOM: true });

/**
 * The text as UTF-16 bytes, high byte first. These bytes sort like `compareText` of ../listing.ts. PostgreSQL has no
 * collation with this order.
 */
export function orderedBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let unit = 0; unit < text.length; unit++) view.setUint16(unit * 2, text.charCodeAt(unit));
  return bytes;
}

/** The inverse of `orderedBytes`. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Ordered bytes as hex, for JSON that a statement reads with `decode(…, 'hex')`. */
export function orderedHex(text: string): string {
  return hex(orderedBytes(text));
}

/** The smallest text that sorts after every text with this prefix; undefined if there is none. */
export function afterAllThatBeginWith(prefix: string): string | undefined {
  const start = prefix.replace(/\uffff+$/, '');
  return start === '' ? undefined : start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1);
}
