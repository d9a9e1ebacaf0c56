import { expect, it } from 'vitest';
import { passageIn } from '../../../../src/service/search/passage.ts';

it.each([
  ['where meaning did not find it', 'one two', undefined, null],
  ['where it is all of the content', 'one two', { start: 0, end: 7 }, null],
  ['where it is all but white space', '  one two\n', { start: 2, end: 9 }, null],
  ['where the content has become shorter', 'one', { start: 4, end: 7 }, null],
  ['but told where there is more before it', 'one two', { start: 4, end: 7 }, { start: 4, end: 7 }],
  ['but told where there is more behind it', 'one two', { start: 0, end: 3 }, { start: 0, end: 3 }],
])('a passage is none %s', (_, content, nearest, shown) => expect(passageIn(content, nearest)).toEqual(shown));
