import type { Operation } from '../call.ts';
import { listMemoryPage } from '../listing.ts';
import { visibleCollection } from '../visibility.ts';

export const listMemories: Operation<'listMemories'> = (call) => listMemoryPage('listMemories', call, call.input.query);

export const listCollectionMemories: Operation<'listCollectionMemories'> = async (call) => {
  const { id } = await call.read((reader) => visibleCollection(reader, call.principal, call.input.params.id));
  return listMemoryPage('listCollectionMemories', call, { ...call.input.query, collection: id });
};
