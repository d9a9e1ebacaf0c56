import type { KeywordHit } from '../ports/keyword-index.ts';
import type { VectorHit } from '../ports/vector-index.ts';
import { wordsOf } from './by-keyword.ts';
import type { MeantQuery } from './by-meaning.ts';
import { isCertain } from './certainty.ts';
import { beyond, coverageOf, type Found, type Wanted } from './found.ts';
import { fuse } from './fusion.ts';
import { wordCoverageOf } from './word-coverage.ts';
import { nearestIn, strengthOf } from './meaning.ts';
import type { SearchCall } from './search-call.ts';

/** Finds by word and by meaning: the best of each side, with what the other side says of them. */
export async function findByBoth(
  call: SearchCall,
  text: string,
  { reading, vector, bounds, floor }: MeantQuery,
  wanted: Wanted,
): Promise<Found> {
  const { filters, within, limit } = wanted;
  const where = { filters, within };
  const words = await wordsOf(call);

  const near = await nearestIn(reading, { vector, ...where, limit: limit + beyond });
  const worded = await words.search({ text, ...where, limit: limit + beyond, also: near.map(({ id }) => id) });
  const cosines = byId(near);
  const unasked = worded.filter(({ id }) => !cosines.has(id)).map(({ id }) => id);
  const asked = unasked.length === 0 ? [] : await nearestIn(reading, { vector, ...where, limit: 0, also: unasked });

  const heldBy = wordCoverageOf(text);
  const known = joined(worded, [...near, ...asked]).map(({ id, word, vector: hit }) => ({
    id,
    words: word?.words ?? [],
    keyword: word?.strength ?? 0,
    held: heldBy(word?.words ?? []),
    semantic: hit === undefined ? null : strengthOf(hit.cosine, reading.embedder),
    nearest: hit?.passage,
  }));
  const candidates = known.filter(({ words, semantic }) => words.length > 0 || (semantic ?? 0) >= floor);
  const ranked = fuse(candidates, bounds?.semantic ?? Infinity);
  const memories = ranked.map(({ score, candidate: { id, nearest, held, ...match } }) => ({
    id,
    score,
    match: { ...match, certain: isCertain(match, held, bounds) },
    nearest,
  }));
  return { memories, mode: 'hybrid', coverage: await coverageOf(reading.index, wanted) };
}

/** What either side found, once each: those with words in their order, then the others in theirs, so that of equal ones the newest comes first. */
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
