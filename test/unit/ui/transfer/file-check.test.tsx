import { h, render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { encrypt } from '../../../../src/transfer/encryption.ts';
import { formatsIn } from '../../../../src/ui/i18n/formats.ts';
import { FileCheckPanel } from '../../../../src/ui/transfer/file-check.tsx';
import { codecs, collection, memoryOf } from '../../transfer/files.ts';
import { backupsOn } from './backups-on.ts';

const ids = ['mem_01m7zh57bfnc9q4nw2t5483yhz', 'mem_01m7zh57bfnc9q4nw2t5483yja'];

afterEach(() => {
  vi.unstubAllGlobals();
});

/** `panel` renders the panel and returns its text. */
function open() {
  const { document, t, backups } = backupsOn();
  return {
    backups,
    panel() {
      render(h(FileCheckPanel, { backups, state: { daily: [] }, t, formats: formatsIn('en') }), document.body);
      return document.body.textContent;
    },
  };
}

const text = codecs.own.write(ids.map((id) => memoryOf({ id }))) as string;
const user = `${JSON.stringify({ user: { name: 'ana', plan: 'unlimited' } })}\n`;

test.each([
  [
    'of several users',
    text.replace('{"collection"', `${user}{"collection"`).replace('"users":1', '"users":2'),
    'several users',
  ],
  ['that is incomplete', text.slice(0, text.indexOf('{"end"')), 'The file is incomplete'],
])('says what is wrong with an encrypted file %s, instead of refusing its passphrase', async (_, content, reason) => {
  const { backups, panel } = open();
  const file = new File([await encrypt(new Blob([content]), 'correct horse', 10)], 'backup.enc');
  await backups.checkFile(file, 'wrong horse');
  expect(panel()).toContain('The passphrase is wrong, or the file is damaged.');
  await backups.checkFile(file, 'correct horse');
  expect(panel()).toContain(reason);
  expect(panel()).not.toContain('The passphrase is wrong');
});

test.each([
  [1, '1 memory (0 in the trash) and 1 collection.'],
  [2, '2 memories (0 in the trash) and 1 collection.'],
])('counts the memories and collections of a checked file (%i)', async (count, counts) => {
  const { backups, panel } = open();
  const memories = ids.slice(0, count).map((id) => memoryOf({ id, collection: collection.id }));
  await backups.checkFile(new File([codecs.own.write(memories) as string], 'backup.jsonl'));
  expect(panel()).toContain(`The file is complete: ${counts}`);
});
