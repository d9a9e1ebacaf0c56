import { expect, it } from 'vitest';
import { queryWordsOf } from '../../../../src/lib/text/query.ts';
import { IndexState } from '../../../../src/search/keyword/index-state.ts';
import { rankingOf } from '../../../../src/search/keyword/rank.ts';
import { compact } from '../../../../src/search/keyword/compact.ts';
import { randomFrom } from '../../../../scripts/random.ts';
import { Notebook } from './notebook.ts';

async function idsFound(state: IndexState, text: string, within?: string[]): Promise<string[]> {
  const hits = await (await rankingOf(queryWordsOf(text), state.sources(within), {})).best(1_000);
  return hits.map(({ id }) => id);
}

function randomChange(notebook: Notebook): () => void {
  const random = randomFrom(9);
  const id = () => `mem_${Math.floor(random() * 400)}`;
  return () => {
    const kind = random();
    if (kind < 0.6)
      notebook.save(id(), {
        content: `boat number${Math.floor(random() * 50)}`,
        collection: random() < 0.5 ? 'col_a' : null,
      });
    else if (kind < 0.8) notebook.trash(id());
    else if (kind < 0.9) notebook.restore(id());
    else notebook.erase(id());
  };
}

it('compacting loses and duplicates no memory while changes and searches run in its pauses', async () => {
  const notebook = new Notebook();
  const change = randomChange(notebook);
  const state = new IndexState(notebook.store);
  const applyChanges = async () => {
    for (const one of await notebook.changes(state.seq, 1_000)) state.apply(one);
  };
  let pauses = 0;
  let mostSegments = 0;
  const pause = async () => {
    if (++pauses % 20 === 0) change();
    await applyChanges();
    if (pauses % 25 !== 0) return;
    const live = notebook.live();
    expect((await idsFound(state, 'boat ')).sort()).toEqual(live.map(({ id }) => id).sort());
    expect((await idsFound(state, 'boat ', ['col_a'])).sort()).toEqual(
      live
        .filter(({ collection }) => collection === 'col_a')
        .map(({ id }) => id)
        .sort(),
    );
  };
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < 100 / (1 + (round % 4)) ** 2; i++) change();
    await applyChanges();
    await compact(state, pause);
    mostSegments = Math.max(mostSegments, state.segments.length);
  }
  expect(pauses).toBeGreaterThan(500);
  expect(mostSegments).toBeGreaterThan(1);
});

it('compacting leaves few segments, most of whose memories are live', async () => {
  const notebook = new Notebook();
  const state = new IndexState(notebook.store);
  for (let i = 0; i < 600; i++) {
    notebook.save(`mem_${i % 450}`, { content: `boat ${i}` });
    for (const one of await notebook.changes(state.seq, 10)) state.apply(one);
    if (i % 5 === 0) await compact(state, () => undefined);
    expect(state.segments.length).toBeLessThan(7);
  }
  for (let i = 0; i < 449; i++) notebook.erase(`mem_${i}`);
  for (const one of await notebook.changes(state.seq, 1_000)) state.apply(one);
  await compact(state, () => undefined);
  expect(state.segments.map(({ docValues }) => docValues.length)).toEqual([1]);
  notebook.erase('mem_449');
  for (const one of await notebook.changes(state.seq, 10)) state.apply(one);
  await compact(state, () => undefined);
  expect(state.segments).toEqual([]);
});
