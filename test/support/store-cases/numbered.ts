import type { Store } from '../../../src/service/ports/store.ts';
import { Machine } from './machine.ts';
import { idOf, memory, owner } from './rows.ts';

/** Saves the memory with this number. */
export const put = (store: Store, number: number) => store.write(owner, (writer) => writer.putMemory(memory(number)));
/** The ids in the change feed. */
export const ids = (store: Store) =>
  store.read(owner, async (reader) => (await reader.changes(0, 100)).map(({ row }) => row.id));
/** The ids of the memories with these numbers. */
export const idsOf = (...numbers: number[]) => numbers.map((number) => idOf('mem', number));

/** A machine whose store has one memory and is closed. */
export async function machineWithOneMemory(): Promise<Machine> {
  const machine = new Machine();
  const { store } = machine.run();
  await put(store, 1);
  await store.close();
  return machine;
}
