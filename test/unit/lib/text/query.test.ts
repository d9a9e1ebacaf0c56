import { describe, expect, it } from 'vitest';
import { queryWordsOf } from '../../../../src/lib/text/query.ts';

const terms = (text: string) => queryWordsOf(text).map(({ term }) => term);
const partial = (text: string) => queryWordsOf(text).flatMap((word) => (word.partial ? [word.plain] : []));

describe('the words of a query', () => {
  it.each([
    ['leave stop words out', "What didn't the running dogs do? ", ['run', 'dog']],
    ['keep them when nothing else is left', 'to be or not to be', ['to', 'be', 'or', 'not']],
    ['keep them when they only look like stop words', 'thé hér', ['the', 'her']],
    ['come once for each term', 'sail sails sailing', ['sail']],
    ['are none where there are none', ' ?! ', []],
    ['are none of what is never heard', 'ـــ', []],
  ])('%s', (_, text, expected) => expect(terms(text)).toEqual(expected));

  it.each([
    ['the last word', 'german sail', ['sail']],
    ['no word, once white space follows', 'german sail ', []],
    ['no word, once a line ends', 'sail\n', []],
    ['the last word before other signs', 'sail?', ['sail']],
    ['a stop word at the end, which may become another word', 'sail the', ['the']],
    ['no stop word that is finished', 'sail the ', []],
    ['a stop word, when nothing else is left', 'the', ['the']],
    ['the last of a repeated word', 'sail boat sail', ['sail']],
    ['the last word of a script without spaces', '東京都', ['都']],
  ])('are partial: %s', (_, text, expected) => expect(partial(text)).toEqual(expected));
});
