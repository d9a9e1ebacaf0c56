import { createHash } from 'node:crypto';

/** The most prepared statements per connection. Others are parsed each time; only generated statements are that many. */
const maxPrepared = 300;

const names = new Map<string, string>();

/** The name under which connections prepare a statement; undefined beyond the limit. */
export function nameOf(statement: string): string | undefined {
  const known = names.get(statement);
  if (known !== undefined || names.size >= maxPrepared) return known;
  const name = createHash('sha256').update(statement).digest('hex').slice(0, 32);
  names.set(statement, name);
  return name;
}
