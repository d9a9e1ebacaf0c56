import { headers } from '../../v1/headers.ts';
import { nameKey } from '../../v1/keys.ts';
import { timeOf, type Answer, type Call, type Operation } from '../call.ts';
import { shownMemory } from '../encode.ts';
import { etagOf, requireMatch } from '../etag.ts';
import type { MemoryRow } from '../ports/rows.ts';
import type { StoreReader } from '../ports/store.ts';
import { charge } from '../quota.ts';
import { requireUnreserved } from '../reserved-tags.ts';
import { requireOwn } from '../source.ts';
import { liveMemory, namedCollection, requireAllCollections } from '../visibility.ts';

type Fields = Pick<MemoryRow, 'content' | 'tags' | 'collection' | 'url' | 'title' | 'capture'>;

export const updateMemory: Operation<'updateMemory'> = (call) =>
  call.write(async (writer) => {
    const row = await liveMemory(writer, call.principal, call.input.params.id);
    requireOwn(call, row);
    requireMatch(call.headers, row);
    requireUnreserved(call.input.body.tags ?? [], call.vouched, row.tags);
    const fields = await newFields(writer, call, row);
    if (isSame(row, fields)) return answer(row);
    await charge(writer, call.now);
    return answer(
      await writer.putMemory({
        ...row,
        ...fields,
        tagKeys: fields.tags.map(nameKey),
        version: row.version + 1,
        updatedAt: timeOf(call.now),
      }),
    );
  });

async function newFields(reader: StoreReader, call: Call<'updateMemory'>, row: MemoryRow): Promise<Fields> {
  const { content = row.content, tags = row.tags, collection } = call.input.body;
  const { url = row.url, title = row.title, capture = row.capture } = call.input.body;
  return {
    content,
    tags,
    url,
    title,
    capture,
    collection: collection === undefined ? row.collection : await newCollection(reader, call, collection),
  };
}

async function newCollection(
  reader: StoreReader,
  { principal }: Call<'updateMemory'>,
  reference: string | null,
): Promise<string | null> {
  if (reference !== null) return (await namedCollection(reader, principal, reference)).id;
  requireAllCollections(principal, 'take a memory out of its collection');
  return null;
}

function isSame(row: MemoryRow, fields: Fields): boolean {
  const valuesOf = ({ content, tags, collection, url, title, capture }: Fields) =>
    JSON.stringify([content, tags, collection, url, title, capture]);
  return valuesOf(row) === valuesOf(fields);
}

function answer(row: MemoryRow): Answer<'updateMemory'> {
  return { body: shownMemory(row), headers: { [headers.etag]: etagOf(row) } };
}
