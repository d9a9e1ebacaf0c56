import { expect, it } from 'vitest';
import { passageIn } from '../../../../src/service/operations/search-memories.ts';

it.each([
  ['null if the memory wasn’t found by meaning', 'one two', undefined, null],
  ['null if it is all of the content', 'one two', { start: 0, end: 7 }, null],
  ['null if it is all of the content except white space', '  one two\n', { start: 2, end: 9 }, null],
  ['null if the content has become shorter', 'one', { start: 4, end: 7 }, null],
  ['returned if there is more before it', 'one two', { start: 4, end: 7 }, { start: 4, end: 7 }],
  ['returned if there is more after it', 'one two', { start: 0, end: 3 }, { start: 0, end: 3 }],
])('the nearest passage is %s', (_, content, nearest, shown) => expect(passageIn(content, nearest)).toEqual(shown));
