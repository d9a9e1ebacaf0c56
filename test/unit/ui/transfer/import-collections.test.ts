import { expect, it } from 'vitest';
import { fill, transferOn } from './screen.ts';

const csv = (...rows: string[]) => new File([`title,collection\n${rows.join('\n')}\n`], 'x.csv');

async function open(screen: ReturnType<typeof transferOn>, file: File): Promise<void> {
  await screen.transfer.choose([file]);
  if (screen.transfer.step.value.name !== 'columns') return;
  await screen.transfer.check([file], 'csv', screen.stepOf('columns').mapping);
}

/** The name of each memory's collection, or null, by the memory's title, or by its content if it has no title. */
async function placesIn({ connection }: ReturnType<typeof transferOn>): Promise<Record<string, string | null>> {
  const { memories } = (await connection.sendFromElsewhere('GET', '/memories')).body;
  const { collections } = (await connection.sendFromElsewhere('GET', '/collections')).body;
  const names = new Map(collections.map(({ id, name }: { id: string; name: string }) => [id, name]));
  return Object.fromEntries(
    memories.map((one: { title: string | null; content: string; collection: string | null }) => [
      one.title ?? one.content,
      names.get(one.collection) ?? null,
    ]),
  );
}

async function namesIn({ connection }: ReturnType<typeof transferOn>): Promise<string[]> {
  const { collections } = (await connection.sendFromElsewhere('GET', '/collections')).body;
  return collections.map(({ name }: { name: string }) => name);
}

it('lists each collection of the file once', async () => {
  const screen = transferOn();
  await open(screen, csv('A,Garden', 'B,House', 'C,garden', 'D,'));
  expect(screen.stepOf('ready').names).toEqual(['Garden', 'House']);
});

it('imports into an existing collection, and creates none of the file’s collections', async () => {
  const screen = transferOn();
  const { body: house } = await screen.connection.sendFromElsewhere('POST', '/collections', { name: 'House' });
  await open(screen, csv('A,Garden', 'B,'));
  screen.transfer.chooseCollection({ into: house.id });
  await screen.transfer.begin();
  expect(await placesIn(screen)).toEqual({ A: 'House', B: 'House' });
  expect(await namesIn(screen)).toEqual(['House']);
});

it('imports into a new collection, which is deleted when the import is undone', async () => {
  const screen = transferOn();
  await open(screen, csv('A,Garden', 'B,'));
  screen.transfer.chooseCollection({ newName: ' Finds ' });
  expect(await namesIn(screen)).toEqual([]);
  await screen.transfer.begin();
  expect(await placesIn(screen)).toEqual({ A: 'Finds', B: 'Finds' });
  await screen.transfer.undo();
  expect([await placesIn(screen), await namesIn(screen)]).toEqual([{}, []]);
});

it('can import a Commonplace export without its collections', async () => {
  const from = transferOn();
  await fill(from.connection);
  const into = transferOn();
  await open(into, await from.exported('own'));
  into.transfer.chooseCollection({ into: null });
  await into.transfer.begin();
  expect(Object.values(await placesIn(into))).toEqual(Array.from({ length: 6 }, () => null));
  expect(await namesIn(into)).toEqual([]);
});

it('doesn’t move existing memories, and lists the rows that can’t be imported', async () => {
  const screen = transferOn();
  await screen.import(csv('A,Garden'));
  await open(screen, csv('A,Garden', 'B,Garden', `${'long'.repeat(20_000)},`));
  screen.transfer.chooseCollection({ into: null });
  await screen.transfer.begin();
  expect(await placesIn(screen)).toEqual({ A: 'Garden', B: null });
  expect(screen.stepOf('done')).toMatchObject({ outcome: { totals: { created: 1 } }, problems: [{ where: 'Row 4' }] });
});

it('the next import recognises memories that were imported into a chosen collection', async () => {
  const screen = transferOn();
  await open(screen, csv('A,Garden', 'B,Garden'));
  screen.transfer.chooseCollection({ newName: 'Finds' });
  await screen.transfer.begin();
  await open(screen, csv('A,Garden', 'B,Garden', 'C,'));
  expect(screen.stepOf('ready').expected.totals).toMatchObject({ created: 1, unchanged: 2, conflict: 0 });
  await screen.transfer.begin();
  expect(await placesIn(screen)).toEqual({ A: 'Finds', B: 'Finds', C: null });
  expect(await namesIn(screen)).toEqual(['Finds']);
});
