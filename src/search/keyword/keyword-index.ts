import { queryWordsOf } from '../../lib/text/query.ts';
import type {
  ChangeFeed,
  IndexFiles,
  KeywordHit,
  KeywordIndex,
  KeywordQuery,
} from '../../service/ports/keyword-index.ts';
import { Compactor } from './compactor.ts';
import { IndexState } from './index-state.ts';
import { pacer } from '../../lib/pace.ts';
import { rankingOf, type Ranking } from './rank.ts';
import { sharedRuns } from '../../lib/shared-runs.ts';
import { quietFor, type WhenQuiet } from '../when-quiet.ts';

/**
 * How many changes are read at once. An import writes up to 1,000 memories between two reads, so smaller pages wouldn't
 * keep up.
 */
const pageSize = 1_200;

export interface KeywordIndexParts {
  files?: IndexFiles;
  /** When to freeze and write; default: after two seconds without a change. */
  whenQuiet?: WhenQuiet;
  maxLiveMemories?: number;
}

/** A KeywordIndex in memory: frozen segments, and a live table of the latest changes. */
export function keywordIndex({
  files,
  whenQuiet = quietFor(2_000),
  maxLiveMemories,
}: KeywordIndexParts = {}): KeywordIndex {
  const compactor = new Compactor(files, whenQuiet, maxLiveMemories);
  let state = new IndexState('');
  /** Reused once: the popup searches by word first, then by word and meaning. */
  let lastRanking:
    | (Pick<KeywordQuery, 'text' | 'filters' | 'within'> & { state: IndexState; seq: number; ranking: Ranking })
    | undefined;

  function takeLastRanking(): typeof lastRanking {
    const taken = lastRanking;
    lastRanking = undefined;
    return taken;
  }

  /**
   * The indexed state of the feed's store. A state beyond `last`, the store's last seq, is discarded: it belongs to
   * another history, for example from before a restore.
   */
  async function knownState(feed: ChangeFeed, last: number): Promise<IndexState> {
    const candidate = state.store === feed.store ? state : await compactor.load(feed.store);
    return candidate === undefined || candidate.seq > last ? new IndexState(feed.store) : candidate;
  }

  async function follow(feed: ChangeFeed): Promise<void> {
    const last = await feed.lastSeq();
    state = await knownState(feed, last);
    const pace = pacer();
    while (state.seq < last) {
      const page = await feed.changes(state.seq, pageSize);
      if (page.length === 0) return;
      takeLastRanking()?.ranking.close();
      for (const change of page) {
        state.apply(change);
        await pace();
      }
      await compactor.changed(state, page.length);
    }
  }

  async function search({ text, filters, within, limit, also }: KeywordQuery): Promise<KeywordHit[]> {
    const previous = takeLastRanking();
    const isSame =
      previous?.state === state &&
      previous.seq === state.seq &&
      previous.text === text &&
      JSON.stringify([previous.filters, previous.within]) === JSON.stringify([filters, within]);
    if (!isSame) previous?.ranking.close();
    const current = {
      state,
      seq: state.seq,
      text,
      filters,
      within,
      ranking: isSame
        ? previous.ranking
        : await rankingOf(queryWordsOf(text), state.sources(within), filters, state.recentWords(within)),
    };
    const hits = await current.ranking.best(limit, also);
    if (isSame) current.ranking.close();
    else {
      takeLastRanking()?.ranking.close();
      lastRanking = current;
    }
    return hits;
  }

  return {
    catchUp: sharedRuns(follow),
    get seq() {
      return state.store === '' ? undefined : state.seq;
    },
    search,
    containing: async (words, filters, within) => [
      ...new Set(state.sources(within).flatMap((source) => source.containing(words, filters))),
    ],
  };
}
