import { crc32 } from 'node:zlib';

/**
 * A zip archive of one uncompressed, executable file. Layout: APPNOTE.TXT of PKWARE, sections 4.3.7, 4.3.12 and 4.3.16.
 */
export function zipOf(name: string, text: string): Buffer {
  const [path, data] = [Buffer.from(name), Buffer.from(text)];
  /** What the local and the central header share: version, flags, method, time, date, checksum, sizes, lengths. */
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(10, 0);
  shared.writeUInt32LE(crc32(data), 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(data.length, 18);
  shared.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([signature(0x04034b50), shared, path, data]);

  const attributes = Buffer.alloc(14);
  attributes.writeUInt32LE(0o100755 * 0x10000, 6);
  const central = Buffer.concat([signature(0x02014b50), Buffer.from([20, 3]), shared, attributes, path]);

  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
