import type { SourceFile } from './item.ts';
import { UnreadableFile } from './unreadable.ts';

/** Larger texts don't fit into one string in every browser. */
const maxBytes = 256 * 1024 * 1024;

/** The whole text of a file in UTF-8 or, with a byte order mark, UTF-16. */
export async function textOfFile(file: SourceFile): Promise<string> {
  if (file.size > maxBytes)
    throw new UnreadableFile('The file is larger than 256 MiB. Split it, then import the parts.');
  return decodedText(new Uint8Array(await new Response(file.stream()).arrayBuffer()));
}

export function decodedText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('The file isn’t UTF-8. Save it with the encoding UTF-8, then try again.');
  }
}
