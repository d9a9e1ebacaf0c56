import { hex } from '../../lib/hash.ts';
import { analyserVersion } from '../../lib/text/term.ts';

/** Increase this version whenever the stored data or the way it is made changes: fields, weights, segment format. */
const formatVersion = 3;

/** The first line of a blob. */
interface Header {
  format: number;
  analyser: number;
  store: string;
  /** The hash of everything after this line. */
  sha256: string;
}

export interface Sealed {
  bytes: Uint8Array;
  sha256: string;
}

const lineEnd = 10;

/** Makes a blob: a header line, then `body`. */
export async function seal(body: Uint8Array, store: string): Promise<Sealed> {
  const header: Header = { format: formatVersion, analyser: analyserVersion, store, sha256: await digest(body) };
  const line = new TextEncoder().encode(`${JSON.stringify(header)}\n`);
  const bytes = new Uint8Array(line.length + body.length);
  bytes.set(line);
  bytes.set(body, line.length);
  return { bytes, sha256: header.sha256 };
}

/** The body of a blob; undefined unless it is intact, belongs to this store and was made by this version. */
export async function unseal(
  bytes: Uint8Array,
  store: string,
): Promise<{ body: Uint8Array; sha256: string } | undefined> {
  const start = bytes.indexOf(lineEnd) + 1;
  const header = parsed(new TextDecoder().decode(bytes.subarray(0, start)));
  if (header?.format !== formatVersion || header.analyser !== analyserVersion || header.store !== store)
    return undefined;
  const body = bytes.subarray(start);
  return header.sha256 === (await digest(body)) ? { body, sha256: header.sha256 } : undefined;
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
