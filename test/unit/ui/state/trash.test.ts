import { expect, it } from 'vitest';
import { daysLeft } from '../../../../src/ui/state/trash.ts';
import { libraryOn } from '../library/library-on.ts';

it.each([
  ['just now', 0, 30],
  ['an hour ago', 1 / 24, 30],
  ['29 days ago', 29, 1],
  ['long ago', 40, 0],
])('shows the days left for a memory that was deleted %s', (_, days, left) => {
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
