import { queryWordsOf } from '../../lib/text/query.ts';
import type { ChangeFeed, IndexFiles, KeywordIndex } from '../../service/ports/keyword-index.ts';
import { passes } from './entry.ts';
import { Keeper, quietFor, type WhenQuiet } from './keeper.ts';
import { Mirror } from './mirror.ts';
import { pacer } from './pace.ts';
import { sharedRuns } from './shared-runs.ts';

/** How many changes are read at a time. */
const pageSize = 200;

export interface KeywordIndexParts {
  /** With them, what the index has read outlives a restart. */
  files?: IndexFiles;
  /** When to write them; default: after two seconds without a change. */
  whenQuiet?: WhenQuiet;
}

/** A KeywordIndex in memory. */
export function keywordIndex({ files, whenQuiet = quietFor(2_000) }: KeywordIndexParts = {}): KeywordIndex {
  const keeper = files && new Keeper(files, whenQuiet);
  let mirror = new Mirror('');

  /** What is known of the feed's store, whose last seq is `last`. What is ahead of it was made of another history. */
  async function known(feed: ChangeFeed, last: number): Promise<Mirror> {
    const candidate = mirror.store === feed.store ? mirror : await keeper?.load(feed.store);
    return candidate === undefined || candidate.seq > last ? new Mirror(feed.store) : candidate;
  }

  async function follow(feed: ChangeFeed): Promise<void> {
    const last = await feed.lastSeq();
    mirror = await known(feed, last);
    const pace = pacer();
    while (mirror.seq < last) {
      const page = await feed.changes(mirror.seq, pageSize);
      if (page.length === 0) return;
      for (const change of page) {
        mirror.apply(change);
        await pace();
      }
      keeper?.changed(mirror, page.length);
    }
  }

  return {
    catchUp: sharedRuns(follow),
    async search({ text, filters, limit, within, also }) {
      const table = within === undefined ? mirror.whole : await mirror.views.of(within);
      return table.search(queryWordsOf(text), (entry) => passes(entry, filters), limit, also);
    },
  };
}
