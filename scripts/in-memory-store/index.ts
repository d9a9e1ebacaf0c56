import type { Owner } from '../../src/service/ports/store.ts';
import type { LocalStore } from '../../src/store/local-store.ts';
import { turns } from '../../src/lib/turns.ts';
import { inMemoryFiles } from './files.ts';
import { OwnerData } from './owner-data.ts';
import { memoryRates } from '../../src/store/rate-window.ts';
import { InMemoryReader } from './reader.ts';
import { InMemoryWriter } from './writer.ts';

/** A store in RAM for any number of owners (users with their own data). Tests compare the other stores with it. */
export function inMemoryStore(): LocalStore {
  const owners = new Map<Owner, OwnerData>();
  // One transaction at a time: no transaction sees parts of another.
  const runExclusively = turns();

  function dataOf(owner: Owner): OwnerData {
    const data = owners.get(owner) ?? new OwnerData();
    owners.set(owner, data);
    return data;
  }

  return {
    read: (owner, work) => runExclusively(() => work(new InMemoryReader(dataOf(owner)))),
    write: (owner, work) =>
      runExclusively(async () => {
        const data = dataOf(owner);
        try {
          const answer = await work(new InMemoryWriter(data));
          for (const table of data.tables) table.commit();
          return answer;
        } catch (error) {
          for (const table of data.tables) table.rollBack();
          throw error;
        }
      }),
    findToken: (id) =>
      runExclusively(async () => {
        for (const [owner, data] of owners) {
          const token = data.tokens.get(id);
          if (token) return { ...token, owner };
        }
        return undefined;
      }),
    rates: memoryRates(),
    files: inMemoryFiles(),
    close: async () => {},
  };
}
