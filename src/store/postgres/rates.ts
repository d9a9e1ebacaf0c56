import type { RateWindows } from '../../service/ports/store.ts';
import type { Sql } from '../../service/ports/sql.ts';

/** Of the window of now: a row from the future counts, since the clock was set back (see ../rate-window.ts). */
const counted = 'case when w.start >= excluded.start then w.count else 0 end';

/** `$1`: subject, `$2`: begin of the window of now, `$3`: most requests, `$4`: now. The one statement of its transaction, which waits for no disk: what a crash loses is a moment of counting, on PGlite ten seconds of it at most. */
const takeStatement = `with relaxed as materialized (select set_config('synchronous_commit', 'off', true) as setting)
  insert into rate_windows as w (subject, start, count, allowed, last_used)
  select $1, $2::bigint, least(1, $3::bigint), $3 > 0, $4::bigint from relaxed where setting is not null
  on conflict (subject) do update set
    start = excluded.start, count = ${counted} + (${counted} < $3)::int, allowed = ${counted} < $3, last_used = excluded.last_used
  returning count, allowed`;

/** Windows that all processes on one database share. */
export function postgresRates(sql: Sql): RateWindows {
  return {
    async take(subject, { requests, seconds }, now) {
      const length = seconds * 1000;
      const start = Math.floor(now / length) * length;
      const [row] = await sql.query<{ count: number; allowed: boolean }>(takeStatement, [subject, start, requests, now]);
      const { count, allowed } = row!;
      return { allowed, limit: requests, remaining: Math.max(0, requests - count), reset: (start + length) / 1000 };
    },
    async lastUsed(subjects) {
      const rows = await sql.query<{ subject: string; at: number }>('select subject, last_used as at from rate_windows where subject = any($1)', [subjects]);
      return new Map(rows.map(({ subject, at }) => [subject, at]));
    },
    async forget(prefix, before) {
      await sql.query('delete from rate_windows where subject >= $1 and starts_with(subject, $1) and last_used < $2', [prefix, before]);
    },
  };
}
