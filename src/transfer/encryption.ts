import { scryptAsync } from '@noble/hashes/scrypt.js';
import { UnreadableFile, WrongPassphrase } from './unreadable.ts';

/** The binary logarithm of scrypt's N, as OWASP recommends it. A key then takes 128 MiB and a second or more. */
const usualCost = 17;
/** The costs that are accepted when a file is read. A lower one makes a weak key; the highest takes 1 GiB. */
const [minCost, maxCost] = [10, 20];
const magic = 'commonplace-encrypted 1\n';
const saltBytes = 16;
const ivBytes = 12;
const headerBytes = magic.length + 1 + saltBytes + ivBytes;

/**
 * An encrypted file: a line that names the format, the cost in one byte, the salt, the nonce, then the content in
 * AES-256-GCM. The key is scrypt (r 8, p 1) of the passphrase in NFKC.
 */
export async function encrypt(file: Blob, passphrase: string, cost = usualCost): Promise<Blob> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const key = await keyOf(passphrase, salt, cost, 'encrypt');
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bytesOf(magic) },
    key,
    await file.arrayBuffer(),
  );
  return new Blob([magic, new Uint8Array([cost]), salt, iv, sealed]);
}

export async function isEncrypted(file: Blob): Promise<boolean> {
  return (await file.slice(0, magic.length).text()) === magic;
}

/**
 * @throws UnreadableFile if the header is damaged; WrongPassphrase if the passphrase is wrong or the content damaged
 */
export async function decrypt(file: Blob, passphrase: string): Promise<Blob> {
  const header = new Uint8Array(await file.slice(magic.length, headerBytes).arrayBuffer());
  const cost = header[0] ?? 0;
  if (header.length < headerBytes - magic.length) throw new UnreadableFile('The file is damaged.');
  if (cost < minCost || cost > maxCost)
    throw new UnreadableFile(
      `The file is damaged: its encryption cost is ${cost}, but must be ${minCost} to ${maxCost}.`,
    );
  const iv = header.slice(1 + saltBytes);
  const key = await keyOf(passphrase, header.slice(1, 1 + saltBytes), cost, 'decrypt');
  const sealed = await file.slice(headerBytes).arrayBuffer();
  try {
    return new Blob([
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(magic) }, key, sealed),
    ]);
  } catch (cause) {
    throw new WrongPassphrase('The passphrase is wrong, or the file is damaged.', { cause });
  }
}

async function keyOf(
  passphrase: string,
  salt: Uint8Array,
  cost: number,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const raw = await scryptAsync(bytesOf(passphrase.normalize('NFKC')), salt, { N: 2 ** cost, r: 8, p: 1, dkLen: 32 });
  return crypto.subtle.importKey('raw', raw as Uint8Array<ArrayBuffer>, 'AES-GCM', false, [use]);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
