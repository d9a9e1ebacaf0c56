import type { Operation } from '../call.ts';
import { tokenOf } from '../encode.ts';
import { grantOf, requireFuture, requireOwnRights } from '../grant.ts';
import { newToken } from '../issue-token.ts';
import { namedCollection } from '../visibility.ts';

export const createToken: Operation<'createToken'> = async (call) => {
  const { principal, vouched, now } = call;
  const grant = grantOf(call.input.body, principal);
  const { row: fresh, secret } = newToken(
    { ...grant, collections: null, origin: vouched.grantOrigin ?? null },
    call.parts.newId,
    now,
  );
  return call.write(async (writer) => {
    requireFuture(grant.expiresAt, now);
    requireOwnRights(grant, principal, fresh.origin);
    const collections = call.input.body.collections === undefined ? principal.collections : [];
    for (const reference of call.input.body.collections ?? [])
      collections?.push((await namedCollection(writer, principal, reference)).id);
    const row = { ...fresh, collections: collections === null ? null : [...new Set(collections)] };
    await writer.putToken(row);
    const token = tokenOf(row, undefined);
    return { body: { ...token, token: secret }, replay: token };
  });
};
