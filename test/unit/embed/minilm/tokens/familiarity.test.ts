import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { vocabularyPath } from '../../../../../src/embed/minilm/model.ts';
import { familiarityOf } from '../../../../../src/embed/minilm/tokens/familiarity.ts';
import { vocabularyOf } from '../../../../../src/embed/minilm/tokens/vocabulary.ts';

const vocabulary = vocabularyOf(readFileSync(`public/${vocabularyPath}`, 'utf8'));

it.each([
  ['that quiet hotel Anna told me about', 1],
  ['What did Mr. Okafor say?', 3 / 4],
  ['Waschmaschine', 0],
  ['the Waschmaschine', 1 / 2],
  ['狗 dog', 1 / 2],
  ['de la', 0],
  ['собака', 0],
  ['🌱', 0],
  ['?!', 0],
  ['', 0],
  ['x'.repeat(300), 0],
])('the model knows this share of the words in "%s": %d', (text, share) =>
  expect(familiarityOf(text, vocabulary)).toBeCloseTo(share, 12),
);
