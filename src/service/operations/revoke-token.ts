import type { Operation } from '../call.ts';
import { visibleToken } from '../visibility.ts';

export const revokeToken: Operation<'revokeToken'> = (call) =>
  call.write(async (writer) => {
    const { id } = await visibleToken(writer, call.principal, call.input.params.id);
    await writer.deleteToken(id);
    return { body: undefined };
  });
