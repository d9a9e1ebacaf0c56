import type { Memory } from '../../src/v1/schemas/memory.ts';
import type { SearchHit } from '../../src/v1/schemas/search.ts';

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export function search(memories: readonly Memory[], query: string): SearchHit[] {
  const wanted = wordsOf(query);
  const partial = /\s$/.test(query) ? undefined : wanted.at(-1);
  const isMatch = (word: string, term: string) => word === term || (term === partial && word.startsWith(term));
  return memories
    .flatMap((memory) => {
      const { content, title, tags, url } = memory;
      const host = url === null ? '' : new URL(url).hostname;
      const words = [...new Set([content, title ?? '', ...tags, host].flatMap(wordsOf))];
      const matched = words.filter((word) => wanted.some((term) => isMatch(word, term)));
      if (matched.length === 0) return [];
      const score = wanted.filter((term) => words.some((word) => isMatch(word, term))).length / wanted.length;
      const match = { keyword: score, semantic: null, words: matched, certain: score === 1, passage: null };
      return [{ ...memory, score, match }];
    })
    .sort((one, other) => other.score - one.score);
}
