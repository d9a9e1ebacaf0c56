import { beforeEach, describe, expect, it } from 'vitest';
import { libraryOn } from './library-on.ts';

let library: ReturnType<typeof libraryOn>;

beforeEach(() => {
  library = libraryOn();
});

describe('collections', () => {
  it('let the user undo a rename', async () => {
    const house = await library.collections.create('House');
    await library.collections.rename(house, 'Home');
    expect([library.collections.value.value?.map(({ name }) => name), library.shownNotice()]).toEqual([
      ['Home'],
      ['Renamed', 'Undo'],
    ]);
    await library.press();
    expect(library.collections.byId(house.id)?.name).toBe('House');
  });

  it('reject a name that is taken', async () => {
    await library.collections.create('House');
    await expect(library.collections.create(' HOUSE ')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are all loaded, even if the list has several pages', async () => {
    for (let nth = 0; nth < 102; nth++)
      await library.connection.sendFromElsewhere('POST', '/collections', { name: `Number ${nth}` });
    await library.collections.refresh();
    expect(library.collections.value.value).toHaveLength(102);
  });
});
