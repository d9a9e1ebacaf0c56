import type { Operation } from '../call.ts';
import { tokenOf } from '../encode.ts';
import { readPage } from '../listing.ts';
import { withinOf } from '../visibility.ts';

export const listTokens: Operation<'listTokens'> = async (call) => {
  const { origin } = call.input.query;
  const page = await readPage(
    'listTokens',
    call,
    call.input.query,
    (after, limit) =>
      call.read((reader) => reader.listTokens({ within: withinOf(call.principal), origin, after, limit })),
    (row) => row.id,
  );
  const lastUsed = await call.parts.store.rates.lastUsed(page.rows.map((row) => row.id));
  return { body: { tokens: page.rows.map((row) => tokenOf(row, lastUsed.get(row.id))), nextCursor: page.nextCursor } };
};
