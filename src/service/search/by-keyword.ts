import type { Call } from '../call.ts';
import type { KeywordIndex } from '../ports/keyword-index.ts';
import { isCertain } from './certainty.ts';
import type { Found, Wanted } from './found.ts';
import { heldOf } from './held-words.ts';

/** The index of words, caught up. */
export async function wordsOf({ parts, principal, feedOf }: Call<'searchMemories'>): Promise<KeywordIndex> {
  const index = parts.keyword(principal.owner);
  await index.catchUp(await feedOf(principal.owner));
  return index;
}

/** Finds by word alone; no model is asked, and no vector read. */
export async function findByKeyword(call: Call<'searchMemories'>, text: string, wanted: Wanted): Promise<Found> {
  const hits = await (await wordsOf(call)).search({ text, ...wanted });
  const best = hits[0]?.score ?? 1;
  const held = heldOf(text);
  const memories = hits.map(({ id, score, strength, words }) => {
    const strengths = { keyword: strength, semantic: null };
    return { id, score: score / best, match: { ...strengths, words, certain: isCertain(strengths, held(words)) } };
  });
  return { memories, mode: 'keyword', coverage: 0 };
}
