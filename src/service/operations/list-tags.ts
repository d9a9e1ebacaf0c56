import { keyPrefixOf } from '../../v1/keys.ts';
import type { Operation } from '../call.ts';
import { readPage } from '../listing.ts';
import { withinOf } from '../visibility.ts';

export const listTags: Operation<'listTags'> = async (call) => {
  const page = await readPage(
    'listTags',
    call,
    call.input.query,
    (after, limit) =>
      call.read((reader) =>
        reader.listTags({
          within: withinOf(call.principal),
          prefix: keyPrefixOf(call.input.query.prefix ?? ''),
          after,
          limit,
        }),
      ),
    (row) => row.key,
  );
  return {
    body: { tags: page.rows.map(({ tag, memoryCount }) => ({ tag, memoryCount })), nextCursor: page.nextCursor },
  };
};
