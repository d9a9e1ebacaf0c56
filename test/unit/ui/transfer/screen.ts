import { vi } from 'vitest';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import type { LastImportStore } from '../../../../src/ui/transfer/last-import.ts';
import { createTransfer, type ImportStep } from '../../../../src/ui/transfer/state.ts';
import { connectToService, type TestConnection } from '../connection.ts';

/** The exports and imports of a screen, and the files that it has saved. */
export function transferOn(connection: TestConnection = connectToService(), lastImport?: LastImportStore) {
  const t = translator();
  const notices = createNotices(t);
  const saved: { name: string; file: Blob }[] = [];
  const host = {
    saveFile: (name: string, file: Blob) => void saved.push({ name, file }),
    ...(lastImport && { lastImport }),
  };
  const onChange = vi.fn(async () => {});
  const transfer = createTransfer({ client: connection.client, notices, t, host, onChange });
  return {
    connection,
    transfer,
    onChange,
    notices,
    saved,
    /** Returns the current step, and asserts that it has this name. */
    stepOf<Name extends ImportStep['name']>(name: Name): Extract<ImportStep, { name: Name }> {
      const step = transfer.step.value;
      if (step.name !== name) throw new Error(`The step is ${JSON.stringify(step)}, not ${name}`);
      return step as Extract<ImportStep, { name: Name }>;
    },
    async exported(format: Parameters<typeof transfer.exportAs>[0]): Promise<File> {
      await transfer.exportAs(format);
      const { name, file } = saved.at(-1)!;
      return new File([file], name);
    },
    async import(file: File): Promise<void> {
      await transfer.choose([file]);
      if (transfer.step.value.name === 'columns') await transfer.check([file], 'csv', transfer.step.value.mapping);
      if (transfer.step.value.name === 'ready') await transfer.begin();
    },
  };
}

/** A file as an input element returns it: with `webkitRelativePath`, which Node's files lack. */
export const chosenFile = (text: string, name: string, lastModified: number): File =>
  Object.assign(new File([text], name, { lastModified }), { webkitRelativePath: '' });

/** Saves seven memories: some with tags or in a collection, one of them edited, one in the trash. */
export async function fill({ sendFromElsewhere: send }: TestConnection): Promise<void> {
  const { body: travel } = await send('POST', '/collections', { name: 'Travel' });
  for (let number = 1; number <= 7; number++)
    await send('POST', '/memories', {
      content: `Note ${number} = "quoted", \u2028 line\n\n- item`,
      tags: number % 2 === 0 ? ['a,b', 'plain'] : [],
      url: `https://example.org/${number}`,
      title: `Title ${number}`,
      ...(number % 3 === 0 && { collection: travel.id }),
      capture: { kind: 'page', author: 'Anna' },
    });
  const { memories } = (await send('GET', '/memories')).body;
  await send('PATCH', `/memories/${memories[0].id}`, { title: 'Edited' });
  await send('DELETE', `/memories/${memories[1].id}`);
}
