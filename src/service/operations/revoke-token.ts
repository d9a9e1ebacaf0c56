import type { Operation } from '../call.ts';
import { notFound } from '../problem.ts';

export const revokeToken: Operation<'revokeToken'> = (call) =>
  call.write(async (writer) => {
    const { principal } = call;
    const row = await writer.token(call.input.params.id);
    const visible =
      row !== undefined &&
      (principal.collections === null || row.collections?.every((id) => principal.collections?.includes(id)) === true);
    if (!visible) throw notFound();
    await writer.deleteToken(row.id);
    return { body: undefined };
  });
