import type { KeywordHit } from '../ports/keyword-index.ts';
import type { VectorHit } from '../ports/vector-index.ts';
import { keywordIndexOf } from './by-keyword.ts';
import type { EmbeddedQuery } from './by-meaning.ts';
import { isCertain } from './certainty.ts';
import { fuse } from './fusion.ts';
import { comparedTokenByToken, interactionOf, interactionWith } from './late-interaction.ts';
import { evidenceOf, nearestIn, strengthOf } from './meaning.ts';
import { inOtherLanguage } from './other-language.ts';
import { coverageOf, extraCandidates, type Criteria, type SearchResult } from './results.ts';
import { certaintyOf } from './split-words.ts';
import { assumedCoverage, saysNothing, wordCoverageOf } from './word-coverage.ts';
import type { SearchCall } from './search-call.ts';

/** Finds by word and by meaning: the best of each side, scored by both. */
export async function findByBoth(
  call: SearchCall,
  text: string,
  { semantic, vector, bounds, oneWord, floor, sure, tokens }: EmbeddedQuery,
  criteria: Criteria,
): Promise<SearchResult> {
  const { filters, within } = criteria;
  const limit = criteria.limit + extraCandidates;
  const keywords = await keywordIndexOf(call);

  const near = await nearestIn(semantic, { vector, filters, within, limit });
  const worded = await keywords.search({ text, filters, within, limit, also: near.map(({ id }) => id) });
  const cosines = byId(near);
  const unscored = worded.filter(({ id }) => !cosines.has(id)).map(({ id }) => id);
  const scored =
    unscored.length === 0 ? [] : await nearestIn(semantic, { vector, filters, within, limit: 0, also: unscored });

  const coverage = wordCoverageOf(text);
  const candidates = joined(worded, [...near, ...scored])
    .map(({ id, word: found, vector: hit }) => {
      const covered = coverage(found?.words ?? []);
      const word = found && saysNothing(found.strength, covered) ? undefined : found;
      return {
        id,
        words: word?.words ?? [],
        keyword: word?.strength ?? 0,
        wordCoverage: assumedCoverage(covered),
        covered,
        semantic: hit === undefined ? null : strengthOf(hit.cosine, semantic.embedder),
        evidence: hit === undefined ? null : evidenceOf(hit, semantic.embedder, oneWord),
        nearest: hit?.passage,
      };
    })
    .filter(({ words, semantic: strength }) => words.length > 0 || (strength ?? 0) >= floor);
  const fused = fuse(candidates, sure);
  const best = fused.slice(0, comparedTokenByToken).map(({ candidate }) => candidate);
  const width = semantic.embedder.model.tokenWidth;
  // Without `bounds`, tokens aren't compared: the query has no letters, or the model knows too few of its words and
  // only guesses their tokens.
  const interaction =
    bounds && tokens && width !== undefined
      ? await interactionWith(semantic.index, { tokens, width }, best)
      : undefined;
  const foreign = interaction
    ? new Set()
    : await inOtherLanguage(
        semantic,
        bounds,
        best.filter(({ keyword, evidence, wordCoverage }) =>
          isCertain({ keyword, semantic: evidence }, wordCoverage, bounds),
        ),
      );
  const comparisonOf = (id: string) =>
    interaction ? (interactionOf(interaction, id) ?? 'none') : foreign.has(id) ? 'none' : undefined;
  const hits = (interaction ? fuse(candidates, sure, interaction) : fused).map(
    ({ score, candidate: { id, nearest, words, keyword, semantic: strength, evidence, covered } }) => {
      const { certain, ...splits } = certaintyOf({ keyword, semantic: evidence }, covered, bounds, comparisonOf(id));
      return { id, score, match: { keyword, semantic: strength, words, certain }, nearest, ...splits };
    },
  );
  return { hits, mode: 'hybrid', coverage: await coverageOf(semantic.index, criteria) };
}

/** Joins both sides by id: first the memories found by word, then the others. */
function joined(
  worded: KeywordHit[],
  near: VectorHit[],
): { id: string; word?: KeywordHit | undefined; vector?: VectorHit | undefined }[] {
  const [words, vectors] = [byId(worded), byId(near)];
  return [...new Set([...words.keys(), ...vectors.keys()])].map((id) => ({
    id,
    word: words.get(id),
    vector: vectors.get(id),
  }));
}

function byId<Hit extends { id: string }>(hits: Hit[]): Map<string, Hit> {
  return new Map(hits.map((hit) => [hit.id, hit]));
}
