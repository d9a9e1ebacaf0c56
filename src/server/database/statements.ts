import { createHash } from 'node:crypto';

/** The maximum number of prepared statements per connection. */
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
