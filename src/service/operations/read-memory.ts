import { headers } from '../../v1/headers.ts';
import type { Operation } from '../call.ts';
import { shownMemory } from '../encode.ts';
import { etagOf } from '../etag.ts';
import { liveMemory } from '../visibility.ts';

export const readMemory: Operation<'readMemory'> = async (call) => {
  const row = await call.read((reader) => liveMemory(reader, call.principal, call.input.params.id));
  return { body: shownMemory(row), headers: { [headers.etag]: etagOf(row) } };
};
