import { headers } from '../../v1/headers.ts';
import { nameKey } from '../../v1/keys.ts';
import { versionPrefix } from '../../v1/operations.ts';
import { timeOf, type Call, type Operation } from '../call.ts';
import { shownMemory } from '../encode.ts';
import { etagOf } from '../etag.ts';
import type { StoreReader } from '../ports/store.ts';
import { invalid, scopeMissing } from '../problem.ts';
import { charge, requireMemoryCapacity } from '../quota.ts';
import { requireUnreserved } from '../reserved-tags.ts';
import { sourceOf } from '../source.ts';
import { namedCollection, visibleCollection } from '../visibility.ts';

export const createMemory: Operation<'createMemory'> = async (call) => {
  const { principal, now, parts } = call;
  const { content, tags = [], url = null, title = null, capture = null } = call.input.body;
  const { createdAt, origin = null, collection } = call.input.body;
  if ((createdAt !== undefined || origin !== null) && !principal.scopes.includes('memories:import'))
    throw scopeMissing('memories:import');
  requireUnreserved(tags, call.vouched);
  return call.write(async (writer) => {
    const into = await collectionFor(writer, call, collection);
    await requireMemoryCapacity(writer);
    await charge(writer, now);
    const row = await writer.putMemory({
      id: parts.newId('mem', now),
      content,
      source: sourceOf(call),
      tags,
      tagKeys: tags.map(nameKey),
      collection: into,
      url,
      title,
      capture,
      version: 1,
      createdAt: createdAt ?? timeOf(now),
      updatedAt: timeOf(now),
      deletedAt: null,
      origin,
      chargedAt: timeOf(now),
    });
    return {
      body: shownMemory(row),
      headers: { [headers.location]: `${versionPrefix}/memories/${row.id}`, [headers.etag]: etagOf(row) },
      memory: row.id,
    };
  });
};

/** A token limited to one collection saves there by default. */
async function collectionFor(
  reader: StoreReader,
  { principal }: Call<'createMemory'>,
  reference: string | undefined,
): Promise<string | null> {
  if (reference !== undefined) return (await namedCollection(reader, principal, reference)).id;
  if (principal.collections === null) return null;
  const [only, ...others] = principal.collections;
  if (only === undefined || others.length > 0)
    throw invalid('collection', 'must be one of the collections this token is limited to');
  return (await visibleCollection(reader, principal, only)).id;
}
