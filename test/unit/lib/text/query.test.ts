import { describe, expect, it } from 'vitest';
import { queryWordsOf } from '../../../../src/lib/text/query.ts';

const terms = (text: string) => queryWordsOf(text).map(({ term }) => term);
const partial = (text: string) => queryWordsOf(text).flatMap((word) => (word.partial ? [word.plain] : []));

describe('the words of a query', () => {
  it.each([
    ['leave stop words out', "What didn't the running dogs do? ", ['run', 'dog']],
    ['keep stop words if there are no others', 'to be or not to be', ['to', 'be', 'or', 'not']],
    ['keep words that only look like stop words', 'thé hér', ['the', 'her']],
    ['contain each term once', 'sail sails sailing', ['sail']],
    ['are none for punctuation', ' ?! ', []],
    ['are none for silent characters', 'ـــ', []],
  ])('%s', (_, text, expected) => expect(terms(text)).toEqual(expected));

  it.each([
    ['the last word', 'german sail', ['sail']],
    ['no word if white space follows', 'german sail ', []],
    ['no word if a line break follows', 'sail\n', []],
    ['the last word before other signs', 'sail?', ['sail']],
    ['a final stop word, which may become another word', 'sail the', ['the']],
    ['no completed stop word', 'sail the ', []],
    ['a lone stop word', 'the', ['the']],
    ['the last of a repeated word', 'sail boat sail', ['sail']],
    ['the last word of a script without spaces', '東京都', ['都']],
  ])('end with a partial one: %s', (_, text, expected) => expect(partial(text)).toEqual(expected));
});
