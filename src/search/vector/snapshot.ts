import { checksum } from '../../lib/checksum.ts';
import { fromBytes, toBytes } from '../doc-values/bytes.ts';
import { Ledger } from './ledger.ts';

/** Increase this version if what is stored, or how it is made, changes: doc-values, the embedded text, its hash. */
const formatVersion = 2;

interface Head {
  format: number;
  store: string;
  seq: number;
  /** The number of memories, including removed ones. */
  length: number;
  /** The size of the doc-values in bytes. */
  factsBytes: number;
  /** The checksum of everything after the first line. */
  check: number;
}

const lineEnd = 10;

export function encodeSnapshot(ledger: Ledger): Uint8Array {
  const { seqs, hashes, contentStarts } = ledger.columns();
  const docValues = toBytes(ledger.docValues);
  const body = joined([
    docValues,
    ...[seqs, hashes, contentStarts].map(
      (column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength),
    ),
  ]);
  const head: Head = {
    format: formatVersion,
    store: ledger.store,
    seq: ledger.seq,
    length: seqs.length,
    factsBytes: docValues.length,
    check: checkOf(body),
  };
  return joined([new TextEncoder().encode(`${JSON.stringify(head)}\n`), body]);
}

/** Undefined unless `bytes` is an intact snapshot of this store in this format version. */
export function decodeSnapshot(bytes: Uint8Array, store: string): Ledger | undefined {
  const start = bytes.indexOf(lineEnd) + 1;
  const head = parsed(new TextDecoder().decode(bytes.subarray(0, start)));
  // A copy, so that its columns are aligned.
  const body = bytes.slice(start);
  if (head?.format !== formatVersion || head.store !== store || head.check !== checkOf(body)) return undefined;
  const { seq, length, factsBytes } = head;
  const ledger = new Ledger(store, seq, fromBytes(body.subarray(0, factsBytes)), {
    seqs: new Float64Array(body.buffer, factsBytes, length),
    hashes: new Uint32Array(body.buffer, factsBytes + 8 * length, 2 * length),
    contentStarts: new Uint32Array(body.buffer, factsBytes + 16 * length, length),
  });
  return ledger.docValues.size < length / 2 ? ledger.renumbered() : ledger;
}

/**
 * The checksum of a snapshot's body. The size of each column is a multiple of four bytes, so the words cover every
 * byte.
 */
function checkOf(body: Uint8Array): number {
  const words = Math.floor(body.length / 4);
  return checksum(new Uint32Array(body.buffer, body.byteOffset, words), 0, words, body.length);
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

function parsed(line: string): Head | undefined {
  try {
    return JSON.parse(line) as Head;
  } catch {
    return undefined;
  }
}
