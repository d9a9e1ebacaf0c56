import SearchableMap from 'minisearch/SearchableMap';
import type { QueryWord } from '../../../lib/text/query.ts';
import { isUnspaced } from '../../../lib/text/words.ts';
import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { lettersOf, lettersPerEdit } from '../../keyword/letters.ts';
import { stemOf } from '../../../lib/text/term.ts';
import { maxEdits, swappedTerms } from '../../keyword/term-expansion.ts';
import { plainKey } from '../words.ts';

/** A plain word in the owner's memories. */
export interface Word {
  word: string;
  term: string;
  /** In UTF-16 units. */
  length: number;
  unspaced: boolean;
}

/** Sorts last, so words with a prefix lie between the prefix and the prefix plus this character. */
const lastCharacter = '\u{10FFFF}';

/**
 * The words that match query words: those that begin with a partial query word, and those whose term is the term of a
 * query word, of its other forms or of its parts. In scripts without spaces, also the words that contain a query word.
 */
export function wordsFor(sql: Sql, owner: Owner, words: QueryWord[]): Promise<Word[]> {
  const prefixes = words
    .filter(({ plain, partial }) => partial && !isUnspaced(plain))
    .map(({ plain }) => plainKey(plain));
  const parts = words.filter(({ plain }) => isUnspaced(plain)).map(({ plain }) => `%${plain}%`);
  // One statement per kind of match, so that PostgreSQL can use an index for each.
  const statements = [
    'select word, term, length, unspaced from search_words where owner = $1 and term = any($2::text[])',
  ];
  statements.push(
    `select w.word, term, length, unspaced from unnest($3::text[]) as p (prefix) join search_words w on owner = $1 and w.word >= p.prefix and w.word < p.prefix || '${lastCharacter}'`,
  );
  if (parts.length > 0)
    statements.push(
      'select word, term, length, unspaced from search_words where owner = $1 and unspaced and word like any($4::text[])',
    );
  return sql.query<Word>(statements.join(' union '), [
    owner,
    [
      ...new Set(
        words.flatMap(({ term, otherForms, splits }) =>
          [term, ...otherForms, ...splits.flat().map(stemOf)].map(plainKey),
        ),
      ),
    ],
    prefixes,
    ...(parts.length > 0 ? [parts] : []),
  ]);
}

/**
 * Possible corrections of unknown words. For a word of a script without spaces: the words inside it. For any other
 * word: the words whose term results from swapping two neighbouring letters.
 */
export function correctionsByTerm(sql: Sql, owner: Owner, plains: string[]): Promise<Word[]> {
  const terms = new Set(
    plains.flatMap((plain) => (isUnspaced(plain) ? [...partsOf(plain)] : swappedTerms(plain).map(plainKey))),
  );
  return sql.query<Word>(
    'select word, term, length, unspaced from search_words where owner = $1 and term = any($2::text[])',
    [owner, [...terms]],
  );
}

function* partsOf(plain: string): Generator<string> {
  for (let start = 0; start < plain.length; start++)
    for (let end = start + 2; end <= plain.length; end++) yield plain.slice(start, end);
}

/** For each word that may be corrected: the words with a similar spelling, and their distance in edits. */
export async function wordsNear(
  sql: Sql,
  owner: Owner,
  plains: string[],
): Promise<Map<string, (Word & { distance: number })[]>> {
  const targets = plains
    .map((plain) => ({ plain, farthest: maxEdits(plain), letters: lettersOf(plain) }))
    .filter(({ farthest }) => farthest > 0);
  const near = new Map<string, (Word & { distance: number })[]>();
  for (const { plain, farthest, letters } of targets) {
    const words = await sql.query<Word>(
      `select word, term, length, unspaced from search_words
      where owner = $1 and length between $2 and $3 and not unspaced and bit_count((letters # $4)::bit(32)) <= $5`,
      [owner, plain.length - farthest, plain.length + farthest, letters, lettersPerEdit * farthest],
    );
    const tree = new SearchableMap<Word>();
    for (const word of words) tree.set(word.word, word);
    near.set(
      plain,
      Array.from(tree.fuzzyGet(plain, farthest), ([, [word, distance]]) => ({ ...word, distance })),
    );
  }
  return near;
}
