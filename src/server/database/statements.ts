import { createHash } from 'node:crypto';

/** As many are prepared on each connection; what comes later is parsed each time. Only statements that are put together are ever so many. */
const most = 300;

const names = new Map<string, string>();

/** The name under which a connection prepares a statement, so that it is parsed once; undefined for one too many. */
export function nameOf(statement: string): string | undefined {
  const known = names.get(statement);
  if (known !== undefined || names.size >= most) return known;
  const name = createHash('sha256').update(statement).digest('hex').slice(0, 32);
  names.set(statement, name);
  return name;
}
