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
  const body = new TextEncoder().encode(`${entries}\n${vocabulary}\n${postings}`);
  const header: Header = { format: formatVersion, analyser: analyserVersion, store, seq, sha256: await digest(body) };
  const first = new TextEncoder().encode(`${JSON.stringify(header)}\n`);
  const bytes = new Uint8Array(first.length + body.length);
  bytes.set(first);
  bytes.set(body, first.length);
  return bytes;
}

/** Undefined for anything but a whole snapshot of this store, made by this version. */
export async function decodeSnapshot(bytes: Uint8Array, store: string): Promise<Mirror | undefined> {
  const end = bytes.indexOf(10);
  const header = parsed(new TextDecoder().decode(bytes.subarray(0, Math.max(0, end))));
  const body = bytes.subarray(end + 1);
  if (header?.format !== formatVersion || header.analyser !== analyserVersion || header.store !== store) return undefined;
  if (header.sha256 !== (await digest(body))) return undefined;
  const [entries = '', vocabulary = '', postings = ''] = new TextDecoder().decode(body).split('\n');
  return new Mirror(store, header.seq, new Table({ entries, vocabulary, postings }));
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
