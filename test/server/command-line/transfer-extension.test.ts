import { expect, test } from 'vitest';
import { fill, transferOn } from '../../unit/ui/transfer/screen.ts';
import { newInstance } from './fixtures.ts';
import { exported, imported } from './instances.ts';

test('an export stays the same, byte for byte, on its way through a server to another extension', async () => {
  const first = transferOn();
  await fill(first.connection);
  const text = await (await first.exported('own')).text();
  const server = await newInstance();
  expect(await imported(server, text.trimEnd().split('\n'))).toMatchObject({ conflict: 0, refused: 0 });
  const second = transferOn();
  await second.import(new File([(await exported(server)).map((line) => `${line}\n`).join('')], 'server.jsonl'));
  expect(await (await second.exported('own')).text()).toBe(text);
});
