import { expect, test } from 'vitest';
import { checkFile, needsPassphrase } from '../../../src/transfer/backup-file.ts';
import { decrypt, encrypt } from '../../../src/transfer/encryption.ts';
import { codecs, memoryOf } from './files.ts';

const text = codecs.own.write([
  memoryOf(),
  memoryOf({ id: 'mem_01m7zhqevv9ccsyskdyx2d809y', deletedAt: '2026-11-22T00:00:00.000Z' }),
]) as string;
const plain = new Blob([text]);

test('a plain, compressed or encrypted backup is read, unless the passphrase is wrong or the file damaged', async () => {
  const expected = { memories: 2, inTrash: 1, collections: 1, changedAt: '2026-11-21T17:06:12.463Z' };
  expect(await checkFile(plain)).toMatchObject(expected);
  const { file: packed } = await checkFile(plain);
  expect(await checkFile(packed)).toMatchObject(expected);
  const sealed = await encrypt(packed, 'correct horse', 10);
  expect([await needsPassphrase(plain), await needsPassphrase(packed), await needsPassphrase(sealed)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await checkFile(sealed, 'correct horse')).toMatchObject(expected);
  await expect(checkFile(sealed, 'wrong horse')).rejects.toThrow('The passphrase is wrong, or the file is damaged.');
  const bytes = new Uint8Array(await sealed.arrayBuffer());
  bytes[bytes.length - 20]! ^= 1;
  await expect(decrypt(new Blob([bytes]), 'correct horse')).rejects.toThrow('The passphrase is wrong');
});

test('an encrypted file contains nothing readable', async () => {
  // `packed` is compressed, so it has no readable text. Its first bytes are searched for instead.
  const { file: packed } = await checkFile(plain);
  expect(await plain.text()).toContain('Lisbon');
  expect(await (await encrypt(plain, 'correct horse', 10)).text()).not.toContain('Lisbon');
  const start = await latin1Of(packed.slice(0, 16));
  expect(await latin1Of(packed)).toContain(start);
  expect(await latin1Of(await encrypt(packed, 'correct horse', 10))).not.toContain(start);
});

/** One character for each byte. */
const latin1Of = async (file: Blob) => Buffer.from(await file.arrayBuffer()).toString('latin1');

test.each([
  ['an incomplete backup', async () => new Blob([text.slice(0, text.indexOf('{"end"'))]), 'The file is incomplete'],
  [
    'a damaged compressed backup',
    async () => {
      const { file } = await checkFile(plain);
      return file.slice(0, file.size - 12);
    },
    'The file is damaged.',
  ],
  ['a file of another kind', async () => new Blob(['hello']), 'isn’t part of a Commonplace export'],
])('%s is refused', async (_, file, message) => {
  await expect(checkFile(await file())).rejects.toThrow(message);
});

test.each([0, 1, 9, 21, 255])('an encryption cost of %i is refused with a clear message', async (cost) => {
  const bytes = new Uint8Array(await (await encrypt(plain, 'correct horse', 10)).arrayBuffer());
  bytes[bytes.indexOf(10) + 1] = cost;
  await expect(checkFile(new Blob([bytes]), 'correct horse')).rejects.toThrow(
    `The file is damaged: its encryption cost is ${cost}, but must be 10 to 20.`,
  );
});
