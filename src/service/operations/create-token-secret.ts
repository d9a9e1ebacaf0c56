import type { Operation } from '../call.ts';
import { tokenOf } from '../encode.ts';
import { requireOwnOrDescendant, requireOwnRights } from '../grant.ts';
import { withNewSecret } from '../issue-token.ts';
import { visibleToken } from '../visibility.ts';

export const createTokenSecret: Operation<'createTokenSecret'> = async (call) => {
  const { principal, input, parts } = call;
  const lastUsed = await parts.store.rates.lastUsed([input.params.id]);
  return call.write(async (writer) => {
    const before = await visibleToken(writer, principal, input.params.id);
    requireOwnOrDescendant(before, principal);
    requireOwnRights(before, principal, before.origin);
    const { row, secret } = withNewSecret(before);
    await writer.putToken(row);
    const token = tokenOf(row, lastUsed.get(row.id));
    return { body: { ...token, token: secret }, replay: token };
  });
};
