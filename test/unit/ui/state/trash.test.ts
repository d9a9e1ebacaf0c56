import { describe, expect, it } from 'vitest';
import { daysLeft } from '../../../../src/ui/state/trash.ts';
import { refuseWith } from '../connection.ts';
import { libraryOn } from '../library/library-on.ts';

it.each([
  ['just now', 0, 30],
  ['an hour ago', 1 / 24, 30],
  ['29 days ago', 29, 1],
  ['long ago', 40, 0],
])('counts the days left in the trash for a memory deleted %s', (_, days, left) => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  expect(daysLeft(new Date(now - days * 86_400_000).toISOString(), now)).toBe(left);
});

it.each(['destroy', 'empty'] as const)(
  'a deletion can’t be undone once the memory is deleted for good (%s)',
  async (how) => {
    const library = libraryOn();
    await library.actions.remove(await library.connection.client.memories.create({ content: 'gone' }));
    await library.trash.refresh();
    await library.trash[how](library.trash.value.value!.memories[0]!);
    const notice = library.shownNotice();
    expect(notice[1]).toBeUndefined();
    await library.notices.undo();
    expect(library.shownNotice()).toEqual(notice);
    library.notices.clear();
  },
);

describe('a deletion for good spares', () => {
  /** A library that shows the trash, with these memories in it. */
  async function withTrash(...contents: string[]) {
    const library = libraryOn();
    const { client } = library.connection;
    for (const content of contents) {
      const { id } = await client.memories.create({ content });
      await client.memories.delete(id);
    }
    await library.trash.refresh();
    const listed = () => library.trash.value.value!.memories;
    return { library, client, listed };
  }

  /** Calls `act` before the first deletion reaches the service. */
  function beforeFirstDeletion({ connection }: ReturnType<typeof libraryOn>, act: () => Promise<unknown>): void {
    let isFirst = true;
    connection.handleWith(async (request, pass) => {
      if (request.method === 'DELETE' && isFirst) {
        isFirst = false;
        await act();
      }
      return pass();
    });
  }

  it('a memory that is restored while the trash is emptied', async () => {
    const { library, listed } = await withTrash('one', 'two', 'three');
    const last = listed().at(-1)!;
    beforeFirstDeletion(library, () => library.trash.restore(last));
    await library.trash.empty();
    expect([await library.stored(), listed(), library.shownNotice()[0]]).toEqual([
      [last.content],
      [],
      'Trash emptied: 2 memories deleted for good',
    ]);
    library.notices.clear();
  });

  it('a memory that another window has restored', async () => {
    const { library, client, listed } = await withTrash('one');
    const [memory] = listed();
    await client.memories.restore(memory!.id);
    await library.trash.destroy(memory!);
    expect([await library.stored(), listed(), library.shownNotice()]).toEqual([
      ['one'],
      [],
      ['Not deleted: this memory was restored or changed meanwhile.', undefined],
    ]);
  });

  it('a memory that moves to the trash after emptying began, even if emptying fails and is retried', async () => {
    const { library, client, listed } = await withTrash('one', 'two');
    const { id } = await client.memories.create({ content: 'fresh' });
    library.connection.handleWith((request, pass) =>
      request.method === 'DELETE' ? refuseWith(503, 'unavailable')(request, pass) : pass(),
    );
    await library.trash.empty();
    beforeFirstDeletion(library, () => library.connection.sendFromElsewhere('DELETE', `/memories/${id}`));
    await library.press();
    expect([await library.stored('?deleted=true'), listed().map(({ content }) => content)]).toEqual([
      ['fresh'],
      ['fresh'],
    ]);
    library.notices.clear();
  });

  it('nothing, and succeeds, if another window has already deleted the memory for good', async () => {
    const { library, client, listed } = await withTrash('one');
    const [memory] = listed();
    await client.memories.delete(memory!.id, { permanent: true });
    await library.trash.destroy(memory!);
    expect([listed(), library.shownNotice()[0]]).toEqual([[], 'Deleted for good']);
    library.notices.clear();
  });
});
