import { describe, expect, test } from 'vitest';
import { newInstance, idOf, memoryOf, time } from './fixtures.ts';
import { imported } from './instances.ts';

const firstLines = ['{"commonplace":"export","version":1}', '{"user":{"name":"me","plan":"free"}}'];
const collectionLine = (name: string) =>
  JSON.stringify({ collection: { id: idOf('col', 1), name, createdAt: time(0), updatedAt: time(0) } });

describe('an import refuses a file', () => {
  test.each([
    ['that isn’t an export', ['{"hello":1}'], 'Line 1 of the file isn’t part of a Commonplace export.'],
    [
      'of a newer version',
      ['{"commonplace":"export","version":2}'],
      'This file was written by a newer version of Commonplace. Import it with that version.',
    ],
    ['without the first line', ['{"user":{"name":"me","plan":"free"}}'], 'The file isn’t a Commonplace export.'],
    [
      'with a memory without a user',
      ['{"commonplace":"export","version":1}', JSON.stringify({ memory: memoryOf(1) })],
      'Line 2 of the file belongs to no user.',
    ],
    [
      'with an invalid memory',
      ['{"commonplace":"export","version":1}', JSON.stringify({ memory: memoryOf(1, { content: ' ' }) })],
      'Line 2 of the file isn’t part of a Commonplace export.',
    ],
    ...(
      [
        ['whose source can’t be stored', { source: 'api:x\u0000' }],
        ['whose source is empty', { source: '' }],
        ['whose source is too long', { source: 'x'.repeat(513) }],
        ['whose origin can’t be stored', { origin: { source: 'x\ud800', createdAt: time(0) } }],
        ['whose origin is too long', { origin: { source: 'x'.repeat(513), createdAt: time(0) } }],
        ['of an impossibly high version', { version: 1e15 }],
        ['of version 0', { version: 0 }],
      ] as const
    ).map(([name, more]): [string, string[], string] => [
      `with a memory ${name}`,
      [...firstLines, JSON.stringify({ memory: memoryOf(1, more) })],
      'Line 3 of the file isn’t part of a Commonplace export.',
    ]),
    [
      'with a collection whose name can’t be stored',
      [...firstLines, collectionLine('x\u0000')],
      'Line 3 of the file isn’t part of a Commonplace export.',
    ],
    [
      'with a collection without a name',
      [...firstLines, collectionLine(' ')],
      'Line 3 of the file isn’t part of a Commonplace export.',
    ],
    [
      'with a user whose name can’t be stored',
      [firstLines[0]!, '{"user":{"name":"me\\u0000","plan":"free"}}'],
      'Line 2 of the file isn’t part of a Commonplace export.',
    ],
    [
      'with text before its first line',
      ['Welcome', ...firstLines],
      'Line 1 of the file isn’t part of a Commonplace export.',
    ],
    [
      'with npm’s output in the middle',
      [...firstLines, '> commonplace@0.1.0 commonplace'],
      'Line 3 of the file isn’t part of a Commonplace export.',
    ],
    [
      'that ends early',
      ['{"commonplace":"export","version":1}'],
      'The file is incomplete: it ends after line 1. Everything before that was imported.',
    ],
    [
      'with wrong counts',
      ['{"commonplace":"export","version":1}', '{"end":{"users":1,"collections":0,"memories":0}}'],
      'The file is incomplete: it ends after line 2. Everything before that was imported.',
    ],
    [
      'that continues after its end',
      [
        '{"commonplace":"export","version":1}',
        '{"end":{"users":0,"collections":0,"memories":0}}',
        '{"user":{"name":"me","plan":"free"}}',
      ],
      'Line 3 of the file is out of place.',
    ],
  ])('%s', async (_, lines, sentence) => {
    await expect(imported(await newInstance(), lines)).rejects.toThrow(sentence);
  });
});
