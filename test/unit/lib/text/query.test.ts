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
    ['are none for characters that are removed', 'ـــ', []],
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
  ])('count as partial: %s', (_, text, expected) => expect(partial(text)).toEqual(expected));
});

describe('a number', () => {
  const splitsOf = (text: string) => queryWordsOf(text)[0]!.splits.map((parts) => parts.join(' '));

  it.each([
    ['02079460958', '20 7946 0958'],
    ['02079460958', '020 7946 0958'],
    ['+442079460958', '44 20 7946 0958'],
    ['0171234567', '01 71 23 45 67'],
    ['5550199', '555 0199'],
    ['4111111111111111', '4111 1111 1111 1111'],
    ['DE89370400440532013000', 'de89 3704 0044 0532 0130 00'],
  ])('%s may be written as %s', (number, groups) => expect(splitsOf(number)).toContain(groups));

  it.each(['20261125', 'deadbeef', 'covid19', '123456'])('control: %s can be split in fewer than 20 ways', (number) =>
    expect(splitsOf(number).length).toBeLessThan(20),
  );

  it.each(['9'.repeat(14), '0'.repeat(32), `1${'a'.repeat(31)}`])('%s can be split in fewer than 150 ways', (number) =>
    expect(splitsOf(number).length).toBeLessThan(150),
  );

  it('in three or more groups may be written as one number', () => {
    const forms = queryWordsOf('call 020 7946 0958 now').map(({ term, otherForms }) => [term, otherForms]);
    for (const group of ['020', '7946', '0958']) expect(Object.fromEntries(forms)[group]).toContain('02079460958');
    expect(Object.fromEntries(forms)['call']).not.toContain('02079460958');
  });
});

describe('a split into known parts', () => {
  const splitsInto = (text: string, known: string[]) => {
    const tested: string[] = [];
    const [word] = queryWordsOf(text);
    return { tested, splits: word!.splitsInto((part) => tested.push(part) > 0 && known.includes(part)) };
  };

  it.each([
    ['icecream', ['ice', 'cream', 'icecre'], [['ice', 'cream']]],
    ['database', ['data', 'base'], [['data', 'base']]],
    [
      'airporter',
      ['air', 'porter', 'airport', 'er'],
      [
        ['air', 'porter'],
        ['airport', 'er'],
      ],
    ],
    ['icecream', ['cream'], []],
    ['5550199', ['555', '0199'], [['555', '0199']]],
  ])('of %s, if the parts %s are known: %s', (text, known, expected) =>
    expect(splitsInto(text, known).splits).toEqual(expected),
  );

  it('looks up the long part only if the short part is known', () => {
    expect(splitsInto('motorcycle', []).tested.every((part) => part.length <= 5)).toBe(true);
    expect(splitsInto('motorcycle', ['mo']).tested.filter((part) => part.length > 5)).toEqual(['torcycle']);
  });
});
