import { hex } from '../../lib/hash.ts';
import { analyserVersion } from '../../lib/text/term.ts';
import { Mirror } from './mirror.ts';
import { Table } from './table.ts';

/** Raise it with every change of what is kept, or of what makes it: fields, weights, MiniSearch's own form. */
const formatVersion = 1;

/** The first line of a snapshot; three more hold the table. */
interface Header {
  format: number;
  analyser: number;
  store: string;
  seq: number;
  /** Of all that follows the first line. */
  sha256: string;
}

export async function encodeSnapshot({ store, seq, whole }: Mirror): Promise<Uint8Array> {
  const { entries, vocabulary, postings } = whole.keep();
  const body = joined([entries, vocabulary, postings].map(lineOf));
  const header: Header = { format: formatVersion, analyser: analyserVersion, store, seq, sha256: await digest(body) };
  return joined([lineOf(JSON.stringify(header)), body]);
}

/** Undefined for anything but a whole snapshot of this store, made by this version. */
export async function decodeSnapshot(bytes: Uint8Array, store: string): Promise<Mirror | undefined> {
  const bodyStart = bytes.indexOf(lineEnd) + 1;
  const header = parsed(new TextDecoder().decode(bytes.subarray(0, bodyStart)));
  const body = bytes.subarray(bodyStart);
  if (header?.format !== formatVersion || header.analyser !== analyserVersion || header.store !== store) return undefined;
  if (header.sha256 !== (await digest(body))) return undefined;
  const [entries = '', vocabulary = '', postings = ''] = linesOf(body);
  return new Mirror(store, header.seq, new Table({ entries, vocabulary, postings }));
}

const lineEnd = 10;

function lineOf(text: string): Uint8Array {
  return new TextEncoder().encode(`${text}\n`);
}

/** Line by line, since all together may be too long for one string. */
function* linesOf(bytes: Uint8Array): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineEnd, start);
    yield new TextDecoder().decode(bytes.subarray(start, end));
    start = end + 1;
  }
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

function parsed(line: string): Header | undefined {
  try {
    return JSON.parse(line) as Header;
  } catch {
    return undefined;
  }
}

async function digest(bytes: Uint8Array): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
}
