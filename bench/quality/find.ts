import type { Client } from '../../src/client/index.ts';
import { limits } from '../../src/v1/limits.ts';
import type { SearchHit, SearchMode } from '../../src/v1/schemas/search.ts';
import { depth, type Found } from './run.ts';

/** `positions`: maps a memory's id to the position of its document. Cuts the query to the contract's maximum length. */
export async function find(
  client: Client,
  positions: Map<string, number>,
  text: string,
  mode: SearchMode | undefined,
): Promise<Found> {
  const query = Array.from(text).slice(0, limits.queryCharacters).join('');
  const answer = await client.memories.search({ query, limit: depth, ...(mode && { mode }) });
  const positionsOf = (hits: SearchHit[]) => hits.map((hit) => positions.get(hit.id)!);
  return {
    positions: positionsOf(answer.memories),
    certain: new Set(positionsOf(answer.memories.filter(({ match }) => match.certain))),
    mode: answer.mode,
  };
}
