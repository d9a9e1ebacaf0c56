import { beforeEach, describe, expect, test } from 'vitest';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { createBackupsModel, type CopiesFolder } from '../../../../src/ui/transfer/backups.ts';
import { checkFile } from '../../../../src/transfer/backup-file.ts';
import { standInEngineControl } from '../../../support/engine-control.ts';
import { codecs, memoryOf } from '../../transfer/files.ts';

const backup = { name: 'b', kind: 'daily', at: '2026-03-01T10:00:00.000Z', memories: 1 } as const;
const fileName = 'commonplace-backup-2026-03-01.jsonl.gz';
const text = codecs.own.write([memoryOf()]) as string;

describe('a copy of a backup', () => {
  let saved: Record<string, Blob>;
  let inFolder: Record<string, Blob>;
  let askedForAnother: boolean[];
  let isAllowed: boolean;

  function model(folder?: CopiesFolder) {
    const t = translator();
    const notices = createNotices(t);
    const host = {
      saveFile: (name: string, file: Blob) => void (saved[name] = file),
      readBackup: async () => new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob(),
      addBackup: async () => '',
      folder,
    };
    const backups = createBackupsModel({ control: standInEngineControl(), host, notices, t });
    backups.copy(backup);
    return { backups, notice: () => notices.current.value?.text };
  }

  const folder: CopiesFolder = {
    chosen: async () => ({ name: 'Safe', isAllowed }),
    async open({ another }) {
      askedForAnother.push(another);
      return isAllowed ? { name: 'Safe', write: async (name, file) => void (inFolder[name] = file) } : undefined;
    },
  };

  beforeEach(() => {
    [saved, inFolder, askedForAnother, isAllowed] = [{}, {}, [], true];
  });

  test('goes to the downloads', async () => {
    const { backups } = model();
    expect(backups.hasFolders).toBe(false);
    await backups.saveCopy('');
    expect([Object.keys(saved), backups.copying.value]).toEqual([[fileName], undefined]);
  });

  test('goes to the folder chosen earlier, or asks for another folder', async () => {
    const { backups, notice } = model(folder);
    await expect.poll(() => backups.folder.value?.name).toBe('Safe');
    await backups.saveCopy('', 'folder');
    expect([Object.keys(inFolder), saved, notice()]).toEqual([[fileName], {}, `Saved ${fileName} in “Safe”`]);
    backups.copy(backup);
    await backups.saveCopy('', 'anotherFolder');
    expect(askedForAnother).toEqual([false, true]);
  });

  test('is encrypted in the folder too', async () => {
    const { backups } = model(folder);
    await backups.saveCopy('a long passphrase', 'folder');
    const [[name, file]] = Object.entries(inFolder) as [[string, Blob]];
    expect(name).toBe(`${fileName}.encrypted`);
    expect((await checkFile(new File([file], name), 'a long passphrase')).memories).toBe(1);
  });

  test('is saved in the folder only with permission, and a refusal is reported', async () => {
    isAllowed = false;
    const { backups, notice } = model(folder);
    await backups.saveCopy('', 'folder');
    expect([inFolder, saved, backups.copying.value, backups.folder.value?.isAllowed]).toEqual([{}, {}, backup, false]);
    expect(notice()).toBe('Nothing was saved: the browser may not write to that folder.');
    isAllowed = true;
    await backups.saveCopy('', 'folder');
    expect(Object.keys(inFolder)).toEqual([fileName]);
  });
});
