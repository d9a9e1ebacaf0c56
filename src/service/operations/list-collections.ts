import type { Operation } from '../call.ts';
import { collectionOf } from '../encode.ts';
import { readPage } from '../listing.ts';
import { withinOf } from '../visibility.ts';

export const listCollections: Operation<'listCollections'> = async (call) => {
  const page = await readPage(
    'listCollections',
    call,
    call.input.query,
    (after, limit) => call.read((reader) => reader.listCollections({ within: withinOf(call.principal), after, limit })),
    (row) => row.key,
  );
  return { body: { collections: page.rows.map(collectionOf), nextCursor: page.nextCursor } };
};
