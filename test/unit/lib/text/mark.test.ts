import { describe, expect, it } from 'vitest';
import { rangesOf } from '../../../../src/lib/text/mark.ts';

const marked = (text: string, words: string[]) => rangesOf(text, words).map(({ start, end }) => text.slice(start, end));

describe('rangesOf', () => {
  it.each([
    ['whole words in any case', 'Running late? RUNNING! runningboard', ['running'], ['Running', 'RUNNING']],
    ['words with accents in any form', 'Café, Cafe\u0301, cafe', ['café'], ['Café', 'Cafe\u0301']],
    ['full-width letters', 'ＡＢＣ abc', ['abc'], ['ＡＢＣ', 'abc']],
    ['words before an apostrophe', 'Caroline’s', ['caroline'], ['Caroline']],
    ['adjacent words in a script without spaces, merged', '東京都と京都', ['東京', '都'], ['東京都']],
    ['words with their signs', 'c, C++ and asp.NET', ['c++', '.net'], ['C++', '.NET']],
    ['emoji', 'yes 🎉🎉!', ['🎉'], ['🎉🎉']],
    ['nothing without words', 'abc', [], []],
  ])('finds %s', (_, text, words, expected) => expect(marked(text, words)).toEqual(expected));

  it('stops `reach` UTF-16 units after the first match at or after `from`, and keeps earlier matches', () => {
    const text = 'tea and water. tea, tea, tea. ';
    const starts = (part: { from: number; reach: number }) => rangesOf(text, ['tea'], part).map(({ start }) => start);
    expect(starts({ from: 0, reach: 15 })).toEqual([0, 15]);
    expect(starts({ from: 4, reach: 5 })).toEqual([0, 15, 20]);
    expect(starts({ from: 28, reach: 5 })).toEqual([0, 15, 20, 25]);
  });
});
