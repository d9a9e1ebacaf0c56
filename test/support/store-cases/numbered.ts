import type { Store } from '../../../src/service/ports/store.ts';
import { Machine } from './machine.ts';
import { idOf, memory, owner } from './rows.ts';

export const put = (store: Store, number: number) => store.write(owner, (writer) => writer.putMemory(memory(number)));
export const ids = (store: Store) =>
  store.read(owner, async (reader) => (await reader.changes(0, 100)).map(({ row }) => row.id));
export const idsOf = (...numbers: number[]) => numbers.map((number) => idOf('mem', number));

/** A machine whose store has one memory and is closed. */
export async function machineWithOneMemory(): Promise<Machine> {
  const machine = new Machine();
  const { store } = machine.run();
  await put(store, 1);
  await store.close();
  return machine;
}
