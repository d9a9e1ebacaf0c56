import { scryptAsync } from '@noble/hashes/scrypt.js';
import { UnreadableFile } from './unreadable.ts';

/** OWASP's recommendation for scrypt: 128 MiB, about a second. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const magic = 'commonplace-encrypted 1\n';
const saltBytes = 16;
const ivBytes = 12;
const headerBytes = magic.length + saltBytes + ivBytes;

/** Begins with a line that names the format, then salt, nonce and AES-256-GCM of the file. The key is scrypt of the passphrase in NFKC. */
export async function encrypted(file: Blob, passphrase: string): Promise<Blob> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const key = await keyOf(passphrase, salt, 'encrypt');
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bytesOf(magic) },
    key,
    await file.arrayBuffer(),
  );
  return new Blob([magic, salt, iv, sealed]);
}

export async function isEncrypted(file: Blob): Promise<boolean> {
  return (await file.slice(0, magic.length).text()) === magic;
}

/** @throws UnreadableFile if the passphrase is wrong or the file damaged */
export async function decrypted(file: Blob, passphrase: string): Promise<Blob> {
  const [salt, iv] = await Promise.all([
    bytesIn(file.slice(magic.length, magic.length + saltBytes)),
    bytesIn(file.slice(magic.length + saltBytes, headerBytes)),
  ]);
  const key = await keyOf(passphrase, salt, 'decrypt');
  try {
    const sealed = await file.slice(headerBytes).arrayBuffer();
    return new Blob([
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(magic) }, key, sealed),
    ]);
  } catch (cause) {
    throw new UnreadableFile('The passphrase is wrong, or the file is damaged.', { cause });
  }
}

async function keyOf(passphrase: string, salt: Uint8Array, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  const raw = await scryptAsync(bytesOf(passphrase.normalize('NFKC')), salt, { ...cost, dkLen: 32 });
  return crypto.subtle.importKey('raw', raw as Uint8Array<ArrayBuffer>, 'AES-GCM', false, [use]);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const bytesIn = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
