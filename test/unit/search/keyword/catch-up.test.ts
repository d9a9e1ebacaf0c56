import { describe, expect, it } from 'vitest';
import type { ChangeFeed } from '../../../../src/service/ports/keyword-index.ts';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { Notebook } from './notebook.ts';
import { idsOf } from './searching.ts';

/** A notebook's change feed, which returns each page only when the test calls `release`. */
function pausedFeed(notebook: Notebook) {
  const waiting: (() => void)[] = [];
  let open = 0;
  let mostOpen = 0;
  const feed: ChangeFeed = {
    store: notebook.store,
    lastSeq: () => notebook.lastSeq(),
    async changes(seq, limit) {
      const page = await notebook.changes(seq, limit);
      mostOpen = Math.max(mostOpen, ++open);
      await new Promise<void>((go) => waiting.push(go));
      open--;
      return page;
    },
  };
  const release = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve));
    waiting.shift()!();
  };
  return { feed, release, mostOpen: () => mostOpen };
}

describe('an index that catches up', () => {
  it('continues from its last seq, page by page', async () => {
    const notebook = new Notebook();
    for (let i = 0; i < 2_700; i++) notebook.save(`mem_${i}`, { content: `boat${i}` });
    const index = keywordIndex();
    await index.catchUp(notebook);
    await index.catchUp(notebook);
    notebook.save('mem_7', { content: 'changed' });
    await index.catchUp(notebook);
    expect(notebook.asked).toEqual([0, 1_200, 2_400, 2_700]);
    expect(await idsOf(index, 'boat2699 ')).toEqual(['mem_2699']);
    expect(await idsOf(index, 'changed ')).toEqual(['mem_7']);
    expect(await idsOf(index, 'boat7 ')).toEqual([]);
  });

  it.each([
    ['changed', (notebook: Notebook) => notebook.save('mem_1', { content: 'other' }), []],
    ['put into the trash', (notebook: Notebook) => notebook.trash('mem_1'), []],
    ['deleted for good', (notebook: Notebook) => notebook.erase('mem_1'), []],
    ['taken out of the trash', (notebook: Notebook) => (notebook.trash('mem_1'), notebook.restore('mem_1')), ['mem_1']],
  ])('updates a memory that was %s', async (_, change, expected) => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'boat' });
    const index = keywordIndex();
    await index.catchUp(notebook);
    expect(await idsOf(index, 'boat ')).toEqual(['mem_1']);
    change(notebook);
    await index.catchUp(notebook);
    expect(await idsOf(index, 'boat ')).toEqual(expected);
  });

  it('starts one more run for all calls that arrive during a run', async () => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'boat' });
    const { feed, release, mostOpen } = pausedFeed(notebook);
    const index = keywordIndex();
    const runs = [index.catchUp(feed)];
    await new Promise((resolve) => setTimeout(resolve));
    notebook.save('mem_2', { content: 'boat' });
    runs.push(index.catchUp(feed), index.catchUp(feed), index.catchUp(feed));
    await release();
    await release();
    await Promise.all(runs);
    expect(notebook.asked).toEqual([0, 1]);
    expect(mostOpen()).toBe(1);
  });

  it('includes a memory saved during a run, for callers that call after the save', async () => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'boat' });
    const { feed, release } = pausedFeed(notebook);
    const index = keywordIndex();
    const first = index.catchUp(feed);
    await new Promise((resolve) => setTimeout(resolve));
    notebook.save('mem_2', { content: 'boat' });
    const second = index.catchUp(feed);
    await release();
    await first;
    expect(await idsOf(index, 'boat ')).toEqual(['mem_1']);
    await release();
    await second;
    expect(await idsOf(index, 'boat ')).toEqual(['mem_2', 'mem_1']);
  });

  it('continues after a failure of the feed', async () => {
    const notebook = new Notebook();
    for (let i = 0; i < 1_300; i++) notebook.save(`mem_${i}`, { content: 'boat' });
    let pages = 0;
    const failing: ChangeFeed = {
      store: notebook.store,
      lastSeq: () => notebook.lastSeq(),
      changes: async (seq, limit) => {
        if (++pages === 2) throw new Error('the disk can’t be read');
        return notebook.changes(seq, limit);
      },
    };
    const index = keywordIndex();
    await expect(index.catchUp(failing)).rejects.toThrow('the disk can’t be read');
    await index.catchUp(failing);
    expect(notebook.asked).toEqual([0, 1_200]);
    expect(await idsOf(index, 'boat ', { limit: 2_000 })).toHaveLength(1_300);
  });

  it('stops if the feed returns nothing although its last seq is higher', async () => {
    const index = keywordIndex();
    await index.catchUp({ store: 'a store', lastSeq: async () => 5, changes: async () => [] });
    expect(await idsOf(index, 'boat ')).toEqual([]);
  });

  it('yields the thread during a long run', async () => {
    const notebook = new Notebook();
    const content = Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ');
    for (let i = 0; i < 1_200; i++) notebook.save(`mem_${i}`, { content: `${content} ${i}` });
    let turns = 0;
    const turn = setInterval(() => turns++, 0);
    await keywordIndex().catchUp(notebook);
    clearInterval(turn);
    expect(turns).toBeGreaterThan(1);
  });

  it.each([
    ['with another name', (old: Notebook) => new Notebook(`not ${old.store}`)],
    ['that was restored to an earlier state', (old: Notebook) => new Notebook(old.store)],
  ])('starts over with a store %s', async (_, other) => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'boat' });
    notebook.save('mem_2', { content: 'boat' });
    const index = keywordIndex();
    await index.catchUp(notebook);
    const replaced = other(notebook);
    replaced.save('mem_3', { content: 'boat' });
    await index.catchUp(replaced);
    expect(await idsOf(index, 'boat ')).toEqual(['mem_3']);
  });
});
