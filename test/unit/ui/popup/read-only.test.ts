import { expect, it } from 'vitest';
import { readLine } from '../../../../src/transfer/own-file.ts';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';
import { connectToService } from '../connection.ts';
import { popupOn } from './screen.ts';

it('says that the database can’t be opened, and exports every memory in the format of the server', async () => {
  const connection = connectToService();
  const { body: house } = await connection.sendFromElsewhere('POST', '/collections', { name: 'House' });
  for (let number = 1; number <= 101; number++)
    await connection.sendFromElsewhere('POST', '/memories', {
      content: `Note ${number}`,
      tags: ['a'],
      collection: house.id,
    });
  const { body: gone } = await connection.sendFromElsewhere('POST', '/memories', { content: 'Not needed' });
  await connection.sendFromElsewhere('DELETE', `/memories/${gone.id}`);
  const files = new Map<string, Blob>();
  const control = standInEngineControl(engineState({ isReadOnly: true }));
  const popup = popupOn(undefined, connection, { saveFile: (name, file) => void files.set(name, file) }, control);
  const leave = popup.meaning.follow();
  expect(popup.shownNotice()).toEqual([expect.stringContaining('can’t open Commonplace’s database'), 'Export']);
  await popup.press();
  expect(popup.shownNotice()).toEqual(['Exported 102 memories', undefined]);
  leave();
  const [[name, file]] = [...files] as [[string, Blob]];
  expect(name).toMatch(/^commonplace-\d{4}-\d\d-\d\d\.jsonl$/);
  const lines = (await file.text())
    .trimEnd()
    .split('\n')
    .map((text, index) => readLine(text, index + 1));
  expect(lines.at(-1)).toEqual({ end: { users: 1, collections: 1, memories: 102 } });
  const contents = lines.flatMap((line) => ('memory' in line ? [line.memory.content] : []));
  expect(contents.toSorted()).toEqual(
    ['Not needed', ...Array.from({ length: 101 }, (_, index) => `Note ${index + 1}`)].toSorted(),
  );
});

it('shows no notice if the database can be opened', () => {
  const popup = popupOn(undefined, connectToService(), {}, standInEngineControl(engineState()));
  const leave = popup.meaning.follow();
  expect(popup.shownNotice()).toEqual([undefined, undefined]);
  leave();
});
