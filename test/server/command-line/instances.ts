import { onTestFinished } from 'vitest';
import { exportLines } from '../../../src/service/transfer/export.ts';
import { lineText } from '../../../src/transfer/own-file.ts';
import { importLines, type Report } from '../../../src/server/transfer/import.ts';
import { usersOf, type Users } from '../../../src/server/users.ts';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import { postgresStore } from '../../../src/store/postgres/index.ts';

export const now = Date.parse('2026-03-02T10:00:00.000Z');

export interface Instance {
  store: Store;
  users: Users;
}

export async function instanceOver(make: () => Promise<SqlDatabase>): Promise<Instance> {
  const database = await make();
  onTestFinished(() => database.close());
  return { store: postgresStore(database), users: usersOf(database) };
}

/** The lines of an export of everything. Awaits `meanwhile` after each line. */
export async function exported(
  { store, users }: Instance,
  meanwhile: (line: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLines(
    store,
    (await users.all()).map(({ name }) => name),
  )) {
    const text = lineText(line).trimEnd();
    lines.push(text);
    await meanwhile(text);
  }
  return lines;
}

/** Imports lines. Returns the report and the sentences about skipped resources. */
export async function imported(into: Instance, lines: string[]): Promise<Report & { sentences: string[] }> {
  const sentences: string[] = [];
  async function* given() {
    yield* lines;
  }
  return { ...(await importLines(given(), into, now, async (sentence) => void sentences.push(sentence))), sentences };
}

export const nothing = { created: 0, unchanged: 0, updated: 0, kept: 0, conflict: 0, refused: 0, sentences: [] };
