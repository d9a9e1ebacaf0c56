import type { Model, QueryEmbedding } from '../../service/ports/embedder.ts';
import * as minilm from '../minilm/model.ts';
import type { Proof } from '../self-test/self-test.ts';
import * as splade from '../splade/model.ts';
import * as multilingual from '../use-multilingual/model.ts';
import { blocks, divided, mixed, mixVersion, same, widths } from './mix.ts';

/**
 * The file of the principal components onto which multilingual vectors are projected, strongest first
 * (scripts/model/use_basis.py).
 */
export const basisPath = 'models/use-multilingual-3/basis.bin';

export const files = [
  minilm.weightsPath,
  minilm.vocabularyPath,
  minilm.tokenVectorsPath,
  splade.weightsFile.path,
  multilingual.weightsFile.path,
  multilingual.vocabularyPath,
  basisPath,
];

export const model: Model = {
  ...minilm.model,
  id: [
    minilm.model.id,
    `splade-tiny/${splade.weightsFile.hash.slice(0, 12)}`,
    `use-multilingual-3/${multilingual.weightsFile.hash.slice(0, 12)}/${mixVersion}`,
  ].join('+'),
  name: 'MiniLM, SPLADE and multilingual USE',
  dimensions: minilm.model.dimensions + widths.second + widths.third,
  languages: multilingual.languages,
  cosines: { unrelated: 0, same },
  certain: { ...minilm.model.certain, otherLanguage: 0.7 },
};

/**
 * For queries of one word: the least semantic strength before clamping (`Model.certain.oneWord`). Tuned with
 * test/short-notes, where random letters have a strength of at most 1.69, and most translations 1.7 or more.
 */
const oneWord = 1.7;

/**
 * The bounds of certain hits (Model.certain) for queries in languages other than English. docs/use-multilingual.md says
 * how often a hit is certain although no note answers the query.
 */
export const certainOfOther: Model['certain'] = { keyword: 0.65, semantic: 0.8, oneWord, sure: 0.2, floor: 0.2 };

/**
 * The bounds for queries whose language is unclear: English with names unknown to MiniLM, such as "pgbouncer timeout",
 * or another language without special letters or stop words.
 */
export const certainOfUnsure: Model['certain'] = { keyword: 0.65, semantic: 0.7, oneWord, sure: 0.4, floor: 0.4 };

/** The bounds for queries that neither MiniLM nor the multilingual model knows, such as random letters. */
export const certainOfUnknown: Model['certain'] = { keyword: 0.65, semantic: 0.7, floor: 0.55 };

/**
 * The query for texts similar to passages with this mean vector. The mean itself can't serve as a query, since it is
 * nearer to every passage than any query is.
 */
export function queryLike(mean: Float32Array): QueryEmbedding {
  const { language, ...vectors } = divided(mean);
  const vector = mixed(vectors, blocks.query[language]);
  return language === 'english' ? { vector } : { vector, certain: certainOfOther };
}

const [factor] = blocks.passage.english;

/** MiniLM's known vector, scaled as in the first block of an English passage. */
export const proof: Proof = {
  ...minilm.proof,
  begins: minilm.proof.begins.map((value) => value * factor),
  within: minilm.proof.within * factor,
};
