import { onTestFinished } from 'vitest';
import { exportLines } from '../../../src/server/transfer/export.ts';
import { textOf } from '../../../src/server/transfer/format.ts';
import { importLines, type Report } from '../../../src/server/transfer/import.ts';
import { usersOf, type Users } from '../../../src/server/users.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import { postgresStore } from '../../../src/store/postgres/index.ts';

export const now = Date.parse('2026-03-02T10:00:00.000Z');

/** What an export is made of, and an import goes into. */
export interface Home {
  store: Store;
  users: Users;
}

/** Over a new, empty database, which `make` gives its tables. */
export async function homeOver(make: () => Promise<SqlDatabase>): Promise<Home> {
  const database = await make();
  onTestFinished(() => database.close());
  return { store: postgresStore(database), users: usersOf(database) };
}

/** The lines of an export of everything. `meanwhile` is called after each line, and waited for. */
export async function exported(
  { store, users }: Home,
  meanwhile: (line: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLines(
    store,
    (await users.all()).map(({ name }) => name),
  )) {
    const text = textOf(line).trimEnd();
    lines.push(text);
    await meanwhile(text);
  }
  return lines;
}

/** What an import says, and what it tells of each line that it refuses. */
export async function imported(into: Home, lines: string[]): Promise<Report & { sentences: string[] }> {
  const sentences: string[] = [];
  async function* given() {
    yield* lines;
  }
  return { ...(await importLines(given(), into, now, async (sentence) => void sentences.push(sentence))), sentences };
}

export const nothing = { imported: 0, unchanged: 0, replace: 0, kept: 0, refused: 0, sentences: [] };
