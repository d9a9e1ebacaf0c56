import type { RateWindow } from '../../service/ports/rows.ts';
import type { RateWindows } from '../../service/ports/store.ts';
import type { Sql } from '../../service/ports/sql.ts';
import { startOf, tightest } from '../rate-window.ts';

/** Of the window of now: a row from the future counts, since the clock was set back (see ../rate-window.ts). */
const counted = (row: string, start: string) => `case when ${row}.start >= ${start} then ${row}.count else 0 end`;

/** The one statement of its transaction waits for no disk: what a crash loses is a moment of counting, on PGlite ten seconds of it at most. */
const relaxed = `relaxed as materialized (select set_config('synchronous_commit', 'off', true) as setting)`;

const ownCount = counted('w', 'excluded.start');

/** `$1`: subject, `$2`: when its window of now began, `$3`: most requests, `$4`: now. Planned in half the time of the statement for several. */
const takeOne = `with ${relaxed}
  insert into rate_windows as w (subject, start, count, allowed, last_used)
  select $1, $2::bigint, least(1, $3::bigint), $3 > 0, $4::bigint from relaxed where setting is not null
  on conflict (subject) do update set
    start = excluded.start, count = ${ownCount} + (${ownCount} < $3)::int, allowed = ${ownCount} < $3, last_used = excluded.last_used
  returning subject, count, allowed`;

/** How many requests the window of a row of `w` lets through. */
const most = '($3::bigint[])[array_position($1::text[], w.subject)]';

/**
 * The same with arrays, the sender's own window first. All rows are locked, in one order, before it is decided by their newest state;
 * a row that is not there yet is decided by the conflict.
 */
const takeSeveral = `with ${relaxed},
  wanted as (select * from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as one(subject, start, most, place)),
  locked as materialized (select subject, start, count from rate_windows where subject = any($1) order by subject for update),
  verdict as (select bool_and(coalesce(${counted('l', 'wanted.start')}, 0) < wanted.most) as allowed from wanted left join locked l using (subject))
  insert into rate_windows as w (subject, start, count, allowed, last_used)
  select wanted.subject, wanted.start, verdict.allowed::int, verdict.allowed, case when place = 1 then $4::bigint else 0 end
  from wanted, verdict, relaxed where setting is not null
  on conflict (subject) do update set
    start = excluded.start,
    count = ${ownCount} + (excluded.allowed and ${ownCount} < ${most})::int,
    allowed = excluded.allowed and ${ownCount} < ${most},
    last_used = case when excluded.last_used = 0 then w.last_used else excluded.last_used end
  returning subject, count, allowed`;

interface Taken {
  subject: string;
  count: number;
  allowed: boolean;
}

/** Windows that all processes on one database share. */
export function postgresRates(sql: Sql): RateWindows {
  return {
    async take(windows, now) {
      const columns = [
        windows.map(({ id }) => id),
        windows.map(({ rateLimit }) => startOf(rateLimit.seconds, now)),
        windows.map(({ rateLimit }) => rateLimit.requests),
      ];
      const rows =
        windows.length === 1
          ? await sql.query<Taken>(takeOne, [...columns.flat(), now])
          : await sql.query<Taken>(takeSeveral, [...columns, now]);
      return tightest(
        windows,
        countsOf(windows, rows),
        rows.every(({ allowed }) => allowed),
        now,
      );
    },
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

function countsOf(windows: readonly RateWindow[], rows: Taken[]): number[] {
  const counts = new Map(rows.map(({ subject, count }) => [subject, count]));
  return windows.map(({ id }) => counts.get(id)!);
}
