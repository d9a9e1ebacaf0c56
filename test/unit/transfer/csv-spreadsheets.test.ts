import { describe, expect, test } from 'vitest';
import { csvStart, readCsv } from '../../../src/transfer/csv.ts';
import { fileOf, itemsOf } from './files.ts';

describe('a first line that names the separator', () => {
  test.each([
    ['sep=;\r\ntitle;content\r\nA, B;x|y\r\n', 'A, B'],
    ['\ufeffSEP=|\ntitle|content\nA, B|x;y\n', 'A, B'],
    ['"sep=,"\ntitle,content\n"A; B",x;y\n', 'A; B'],
    ['sep=\t\ntitle\tcontent\nA, B; C\tx\n', 'A, B; C'],
  ])('sets the separator, and isn’t read as a row: %j', async (text, title) => {
    expect((await csvStart(fileOf(text))).columns).toEqual(['title', 'content']);
    expect(await itemsOf(readCsv(fileOf(text)))).toMatchObject([{ memory: { title }, where: 'Row 3' }]);
  });

  test('counts as column names if it contains anything else', async () => {
    expect((await csvStart(fileOf('sep=;x,title\nA,B\n'))).columns).toEqual(['sep=;x', 'title']);
  });
});

describe('dates of spreadsheets', () => {
  const daysIn = async (...cells: string[]) =>
    (await itemsOf(readCsv(fileOf(`title;created\n${cells.map((cell) => `A;${cell}\n`).join('')}`)))).map(
      (item) => 'memory' in item && !item.isUndated && item.memory.createdAt.slice(0, 10),
    );

  test.each([
    [['28.11.2025'], ['2025-11-28']],
    [['5.11.2025'], ['2025-11-05']],
    [['28/11/2025'], ['2025-11-28']],
    [['28-11-2025'], ['2025-11-28']],
    [
      ['05/11/2025', '28/11/2025'],
      ['2025-11-05', '2025-11-28'],
    ],
    [
      ['05/11/2025', '11/28/2025'],
      ['2025-05-11', '2025-11-28'],
    ],
    [['05/11/2025'], ['2025-05-11']],
    [['28.11.2025 14:30'], ['2025-11-28']],
    [
      ['11/28/2025 2:30 PM', '05/11/2025, 14:30:10'],
      ['2025-11-28', '2025-05-11'],
    ],
    [['30/30/2025'], [false]],
  ])('%j are read as %j', async (cells, days) => {
    expect(await daysIn(...cells)).toEqual(days);
  });

  test('each column has its own order of day and month, which is “unclear” if no date proves it', async () => {
    const text = 'title,created,updated,other\nA,05/11/2025,06/11/2025,7\nB,05/12/2025,28/11/2025,\n';
    expect((await csvStart(fileOf(text))).dateOrders).toEqual([undefined, 'unclear', 'day', undefined]);
    expect(await itemsOf(readCsv(fileOf(text)))).toMatchObject([
      { memory: { createdAt: '2025-05-11T00:00:00.000Z', updatedAt: '2025-11-06T00:00:00.000Z' } },
      { memory: { createdAt: '2025-05-12T00:00:00.000Z', updatedAt: '2025-11-28T00:00:00.000Z' } },
    ]);
  });
});
