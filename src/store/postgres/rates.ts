import type { RateWindow } from '../../service/ports/rows.ts';
import type { RateWindows } from '../../service/ports/store.ts';
import type { Sql } from '../../service/ports/sql.ts';
import { nextStart, startOf, tightest, type WindowRow } from '../rate-window.ts';

/** The count in the current window. A row with a later start counts too: see ../rate-window.ts. */
const counted = (row: string, start: string) => `case when ${row}.start >= ${start} then ${row}.count else 0 end`;

/** Commits without waiting for the disk. A crash loses a moment of counting, on PGlite at most ten seconds. */
const relaxed = `relaxed as materialized (select set_config('synchronous_commit', 'off', true) as setting)`;

const ownCount = counted('w', 'excluded.start');

/**
 * The start of the window in which the request counts. If another process has begun the next window, the request counts
 * in that one.
 */
const windowStart = (next: string) => `case when w.start = ${next} then w.start else excluded.start end`;

/**
 * The statement for one window. `$1`: subject, `$2`: start of the current window, `$3`: limit, `$4`: now, `$5`: start
 * of the next window. PostgreSQL plans this statement twice as fast as `takeSeveral`.
 */
const takeOne = `with ${relaxed}
  insert into rate_windows as w (subject, start, count, allowed, last_used)
  select $1, $2::bigint, least(1, $3::bigint), $3 > 0, $4::bigint from relaxed where setting is not null
  on conflict (subject) do update set
    start = ${windowStart('$5::bigint')}, count = ${ownCount} + (${ownCount} < $3)::int, allowed = ${ownCount} < $3, last_used = excluded.last_used
  returning subject, start, count, allowed`;

/** In `takeSeveral`: the element of an array parameter that belongs to the window in the row `w`. */
const given = (parameter: string) => `(${parameter}::bigint[])[array_position($1::text[], w.subject)]`;
const limit = given('$3');

/**
 * The statement for several windows: all parameters except `$4` are arrays. The window of the request's token comes
 * first, then the windows of the tokens that created it.
 * Locks the existing rows, then compares their counts. A missing row can't be locked: if another statement inserts it
 * meanwhile, `on conflict` compares its count.
 * Statements with the same last window run one after another (`turn`). Otherwise two could deadlock: one holds the last
 * row and waits for a row that the other is inserting. The other waits for the last row.
 */
const takeSeveral = `with ${relaxed},
  turn as materialized (select 1 as held from pg_advisory_xact_lock(hashtextextended(($1::text[])[cardinality($1::text[])], 0))),
  wanted as (select * from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as given(subject, start, most, ordinal)),
  locked as materialized (select subject, start, count from turn, rate_windows where subject = any($1) order by subject for update of rate_windows),
  verdict as (select bool_and(coalesce(${counted('l', 'wanted.start')}, 0) < wanted.most) as allowed from wanted left join locked l using (subject))
  insert into rate_windows as w (subject, start, count, allowed, last_used)
  select wanted.subject, wanted.start, verdict.allowed::int, verdict.allowed, case when ordinal = 1 then $4::bigint else 0 end
  from wanted, verdict, relaxed, turn where setting is not null
  on conflict (subject) do update set
    start = ${windowStart(given('$5'))},
    count = ${ownCount} + (excluded.allowed and ${ownCount} < ${limit})::int,
    allowed = excluded.allowed and ${ownCount} < ${limit},
    last_used = case when excluded.last_used = 0 then w.last_used else excluded.last_used end
  returning subject, start, count, allowed`;

interface Taken extends Pick<WindowRow, 'subject' | 'start' | 'count'> {
  allowed: boolean;
}

/** Rate windows shared by all processes on one database. */
export function postgresRates(sql: Sql): RateWindows {
  return {
    async take(windows, now) {
      const columns = [
        windows.map(({ id }) => id),
        windows.map(({ rateLimit }) => startOf(rateLimit.seconds, now)),
        windows.map(({ rateLimit }) => rateLimit.requests),
      ];
      const next = windows.map(({ rateLimit }) => nextStart(rateLimit.seconds, now));
      const rows =
        windows.length === 1
          ? await sql.query<Taken>(takeOne, [...columns.flat(), now, ...next])
          : await sql.query<Taken>(takeSeveral, [...columns, now, next]);
      return tightest(
        windows,
        inOrder(windows, rows),
        rows.every(({ allowed }) => allowed),
      );
    },
    // `take` has committed already.
    persisted: async () => {},
    async lastUsed(subjects) {
      const rows = await sql.query<{ subject: string; at: number }>(
        'select subject, last_used as at from rate_windows where subject = any($1) and last_used > 0',
        [subjects],
      );
      return new Map(rows.map(({ subject, at }) => [subject, at]));
    },
    async forget(prefix, before) {
      await sql.query('delete from rate_windows where subject >= $1 and starts_with(subject, $1) and last_used < $2', [
        prefix,
        before,
      ]);
    },
  };
}

function inOrder(windows: readonly RateWindow[], rows: Taken[]): Taken[] {
  const bySubject = new Map(rows.map((row) => [row.subject, row]));
  return windows.map(({ id }) => bySubject.get(id)!);
}
