import { expect, test } from 'vitest';
import { readCsv } from '../../../src/transfer/csv.ts';
import { fileOf, itemsOf } from './files.ts';

test.each([
  ['javascript:alert(1),x', 'Its address must be an http or https address.'],
  [`https://a.example/${'a'.repeat(2_048)},x`, 'Its address is longer than 2,048 characters.'],
  [`https://a.example/,${'a'.repeat(65)}`, 'One of its tags is longer than 64 characters.'],
])('says why a row can’t be imported: %.24s…', async (row, reason) => {
  const items = await itemsOf(readCsv(fileOf(`title,url,tags\nA,https://a.example/,x\nB,${row}\n`)));
  expect(items).toMatchObject([{ memory: { title: 'A' } }, { problem: { where: 'Row 3', reason } }]);
});
