import { putIntoGraph, toBeGraphed } from '../../search/postgres/vector/graph.ts';
import type { SqlDatabase } from '../../service/ports/sql.ts';

/** Puts the vectors of owners that have very many into the graph, slice by slice, so that nobody waits long. */
export async function growGraphs(database: SqlDatabase, stopping: AbortSignal): Promise<void> {
  for (const owner of await toBeGraphed(database)) {
    for (let after: string | undefined = ''; after !== undefined && !stopping.aborted;)
      after = await putIntoGraph(database, owner, after);
  }
}
