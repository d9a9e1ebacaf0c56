import { queryWordsOf } from '../../../lib/text/query.ts';
import type { KeywordIndex } from '../../../service/ports/keyword-index.ts';
import type { SqlDatabase } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { rankingOf } from '../../keyword/rank.ts';
import { containing } from './containing.ts';
import { followers } from '../follow/follower.ts';
import { sourceOf } from './source.ts';

/**
 * Keyword indexes in the tables of `searchMigrations`. They keep no state between searches, so any number of processes
 * can share the tables.
 */
export function postgresKeyword(database: SqlDatabase): (owner: Owner) => KeywordIndex {
  const followOf = followers(database);
  return (owner) => ({
    catchUp: followOf(owner),
    search(query) {
      const words = queryWordsOf(query.text);
      if (words.length === 0) return Promise.resolve([]);
      return database.transaction('read', async (sql) => {
        const source = await sourceOf(sql, owner, words, query.within);
        const ranking = await rankingOf(words, source === undefined ? [] : [source], query.filters);
        return ranking.best(query.limit, query.also);
      });
    },
    containing: (words, filters, within) =>
      database.transaction('read', (sql) => containing(sql, owner, words, filters, within)),
  });
}
