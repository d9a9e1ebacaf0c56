import { queryWordsOf } from '../../lib/text/query.ts';
import type { ChangeFeed, IndexFiles, KeywordIndex } from '../../service/ports/keyword-index.ts';
import { Keeper } from './keeper.ts';
import { Library } from './library.ts';
import { pacer } from '../pace.ts';
import { rank } from './rank.ts';
import { sharedRuns } from '../shared-runs.ts';
import { quietFor, type WhenQuiet } from '../when-quiet.ts';

/** How many changes are read at a time. */
const pageSize = 200;

export interface KeywordIndexParts {
  /** With them, what the index has read outlives a restart. */
  files?: IndexFiles;
  /** When to freeze and write; default: after two seconds without a change. */
  whenQuiet?: WhenQuiet;
  /** So many memories are frozen without waiting for quiet. */
  liveMost?: number;
}

/** A KeywordIndex in memory: frozen segments, and a live table of what changed last. */
export function keywordIndex({ files, whenQuiet = quietFor(2_000), liveMost }: KeywordIndexParts = {}): KeywordIndex {
  const keeper = new Keeper(files, whenQuiet, liveMost);
  let library = new Library('');

  /** What is known of the feed's store, whose last seq is `last`. What is ahead of it was made of another history. */
  async function known(feed: ChangeFeed, last: number): Promise<Library> {
    const candidate = library.store === feed.store ? library : await keeper.load(feed.store);
    return candidate === undefined || candidate.seq > last ? new Library(feed.store) : candidate;
  }

  async function follow(feed: ChangeFeed): Promise<void> {
    const last = await feed.lastSeq();
    library = await known(feed, last);
    const pace = pacer();
    while (library.seq < last) {
      const page = await feed.changes(library.seq, pageSize);
      if (page.length === 0) return;
      for (const change of page) {
        library.apply(change);
        await pace();
      }
      await keeper.changed(library, page.length);
    }
  }

  return {
    catchUp: sharedRuns(follow),
    search: async (query) => rank(queryWordsOf(query.text), await library.sources(query.within), query),
  };
}
