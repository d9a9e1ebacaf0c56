import { sha256 } from '../../lib/hash.ts';
import { timeOf, type Operation } from '../call.ts';
import { tokenOf } from '../encode.ts';
import { grantOf, requireOwnRights } from '../grant.ts';
import { newSecret } from '../principal.ts';
import { namedCollection } from '../visibility.ts';

export const createToken: Operation<'createToken'> = async (call) => {
  const { principal, vouched, now } = call;
  const grant = grantOf(call.input.body, principal);
  const id = call.parts.newId('tok', now);
  const secret = newSecret(id);
  const secretHash = await sha256(secret);
  return call.write(async (writer) => {
    requireOwnRights(grant, principal, vouched, now);
    const collections = call.input.body.collections === undefined ? principal.collections : [];
    for (const reference of call.input.body.collections ?? []) collections?.push((await namedCollection(writer, principal, reference)).id);
    const row = {
      ...grant,
      id,
      secretHash,
      collections: collections === null ? null : [...new Set(collections)],
      origin: vouched.grantOrigin ?? null,
      createdAt: timeOf(now),
    };
    await writer.putToken(row);
    const token = tokenOf(row, undefined);
    return { body: { ...token, token: secret }, replay: token };
  });
};
