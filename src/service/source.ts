import type { MemoryRow } from './ports/rows.ts';
import type { Principal } from './principal.ts';
import { forbidden, notFound } from './problem.ts';
import type { Vouched } from './vouched.ts';

interface Sender {
  principal: Principal;
  vouched: Vouched;
}

/**
 * The `source` of a memory: the part of the extension, the page's origin, or the token's name. Taken from the token and
 * the vouched facts, never from the request's body.
 */
export function sourceOf({ principal, vouched }: Sender): string {
  if (vouched.source !== undefined) return vouched.source;
  return vouched.origin === undefined ? `api:${principal.name}` : `page:${vouched.origin}`;
}

/** The `source` of memories that a token imports. */
export const importSourceOf = ({ name }: Pick<Principal, 'name'>): string => `import:${name}`;

/**
 * Ensures that a token limited to its own memories changes no other.
 * @throws Problem `forbidden`; `not_found` if the token can't read memories, so that it doesn't learn that the memory
 * exists
 */
export function requireOwn(sender: Sender, row: Pick<MemoryRow, 'source'>): void {
  const { ownOnly, scopes } = sender.principal;
  if (!ownOnly || row.source === sourceOf(sender)) return;
  throw scopes.includes('memories:read') ? forbidden('This token can change only memories that it saved.') : notFound();
}
