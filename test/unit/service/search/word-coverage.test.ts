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
  ['?!', [], 'none'],
])('of "%s", a memory with %j has %s', (query, words, coverage) => expect(wordCoverageOf(query)(words)).toBe(coverage));
