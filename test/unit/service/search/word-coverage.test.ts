import { describe, expect, it } from 'vitest';
import { wordCoverageOf } from '../../../../src/service/search/word-coverage.ts';
import { workMeter } from '../../../support/work.ts';

it.each([
  ['running shoes', ['run', 'shoes'], 'all'],
  ['running shoes', ['run'], 'some'],
  ['running sho', ['running', 'shoes'], 'all'],
  ['running sho ', ['running', 'shoes'], 'some'],
  ['the shoes of', ['shoes'], 'all'],
  ['CAFÉ', ['cafe'], 'all'],
  ['open door ', ['dolor'], 'none'],
  ['plumer', ['plumber'], 'none'],
  ['宿泊 券', ['宿泊'], 'some'],
  ['研究', ['研究生'], 'all'],
  ['カタログ', ['タロ'], 'all'],
  ['カタログ', ['ログイン'], 'none'],
  ['shoes', [], 'none'],
  ['of the', ['then'], 'some'],
  ['ice cream', ['icecream'], 'all'],
  ['icecream', ['ice', 'cream'], 'all'],
  ['icecream', ['cream'], 'none'],
  ['e-mail', ['email'], 'all'],
  ['email', ['e', 'mail'], 'all'],
  ['wi-fi password', ['wifi'], 'some'],
  ['wifi', ['wi', 'fi'], 'all'],
  ['todo', ['to', 'do'], 'all'],
  ['todo', ['to'], 'none'],
  ['setup', ['set'], 'all'],
  ['setup guide', ['set'], 'none'],
  ['?!', [], 'none'],
])('words of the query "%s" in a memory with the words %j: %s', (query, words, coverage) =>
  expect(wordCoverageOf(query)(words).words).toBe(coverage),
);

it.each([
  ['icecream', ['icecream'], []],
  ['icecream', ['ice', 'cream'], [[['ice', 'cream']]]],
  ['setup', ['set'], [[['set', 'up']]]],
  ['icecream shop', ['ice', 'cream'], []],
  ['icecream checkout', ['ice', 'cream', 'check'], [[['ice', 'cream']], [['check', 'out']]]],
])('query "%s", memory with the words %j: the splits to look for in the text are %j', (query, words, splits) =>
  expect(wordCoverageOf(query)(words).splits).toEqual(splits),
);

describe('the work to compare a query with a memory', () => {
  const meter = workMeter();
  const [small, large] = [250, 1_000];
  const latin = (index: number) => String.fromCodePoint(0x61 + (index % 26), 0x250 + Math.floor(index / 26));
  const chinese = (index: number) => String.fromCodePoint(0x4e00 + index);

  /** The steps to compare a query of `count` words with a memory that matches each word. */
  const stepsOf = (count: number, inQuery: (index: number) => string, inMemory: (index: number) => string) => {
    const of = (word: (index: number) => string) => Array.from({ length: count }, (_, index) => word(index));
    const query = `${of(inQuery).join(' ')} `;
    return meter.stepsOf(async () => expect(wordCoverageOf(query)(of(inMemory)).words).toBe('all'));
  };

  it.each([
    ['Latin', latin, latin],
    ['equal Chinese', chinese, chinese],
    ['longer Chinese', chinese, (index: number) => `々${chinese(index)}`],
  ])('grows no faster than the number of %s words', async (_, inQuery, inMemory) => {
    const steps = await stepsOf(small, inQuery, inMemory);
    expect(await stepsOf(large, inQuery, inMemory)).toBeLessThan(5 * steps);
  });
});
