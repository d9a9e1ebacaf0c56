import { expect, it } from 'vitest';
import { wordCoverageOf } from '../../../../src/service/search/word-coverage.ts';

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
  ['shoes', [], 'none'],
  ['of the', ['then'], 'some'],
  ['ice cream', ['icecream'], 'all'],
  ['icecream', ['ice', 'cream'], 'all'],
  ['icecream', ['cream'], 'none'],
  ['e-mail', ['email'], 'all'],
  ['email', ['e', 'mail'], 'all'],
  ['wi-fi password', ['wifi'], 'some'],
  ['wifi', ['wi', 'fi'], 'all'],
  ['?!', [], 'none'],
])('query "%s", memory with the words %j: %s', (query, words, coverage) =>
  expect(wordCoverageOf(query)(words)).toBe(coverage),
);
