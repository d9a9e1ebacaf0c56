import type { Operation } from '../call.ts';
import { tokenOf } from '../encode.ts';
import { requireOwnRights } from '../grant.ts';
import { forbidden } from '../problem.ts';
import { withNewSecret } from '../issue-token.ts';
import { visibleToken } from '../visibility.ts';

export const createTokenSecret: Operation<'createTokenSecret'> = async (call) => {
  const { principal, input, parts } = call;
  const lastUsed = await parts.store.rates.lastUsed([input.params.id]);
  return call.write(async (writer) => {
    const before = await visibleToken(writer, principal, input.params.id);
    requireOwnRights(before, principal, before.origin);
    // A sign-in's expiry and rate limit don't bind the tokens that it creates. With its secret, the caller could create
    // tokens beyond the caller's own limits.
    if (before.session && !principal.session) throw forbidden('Only our own pages can add a secret to a sign-in.');
    const { row, secret } = withNewSecret(before);
    await writer.putToken(row);
    const token = tokenOf(row, lastUsed.get(row.id));
    return { body: { ...token, token: secret }, replay: token };
  });
};
