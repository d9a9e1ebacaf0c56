import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Notebook } from '../keyword/notebook.ts';
import { naiveSearch } from './naive.ts';
import { IndexHost, dimensions, model, passagesOf, indexSome, search, vectorOf } from './fixtures.ts';
import { checkProperty } from '../../../support/property.ts';

const words = 'sail harbour room twelve Lisbon ask for the back quiet hotel'.split(' ');
const text = (most: number) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: most }).map((some) => some.join(' '));
const note = fc.record({
  content: text(12),
  title: fc.option(text(3)),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
});
const id = fc.integer({ min: 0, max: 12 }).map((number) => `mem_${number}`);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('save' as const), id, note) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('trash' as const, 'restore' as const, 'erase' as const), id) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('index' as const), fc.integer({ min: 1, max: 5 })) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom('catch up' as const, 'quiet' as const, 'restart' as const, 'lose the snapshot' as const),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant('restart with a ledger' as const), id, note) },
);

it('returns the same hits as the reference implementation after any saves, changes, deletions and restarts', async () => {
  let ledgers = 0;
  await checkProperty(
    'vector index',
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.array(text(4), { minLength: 1, maxLength: 4 }),
      async (steps, queries) => {
        const notebook = new Notebook();
        const host = new IndexHost();
        let index = host.open();
        await index.catchUp(notebook);
        for (const [kind, first, fields] of steps) {
          if (kind === 'save') notebook.save(first, fields);
          else if (kind === 'trash' || kind === 'restore' || kind === 'erase') notebook[kind](first);
          else if (kind === 'index') await indexSome(index, first);
          else if (kind === 'catch up') await index.catchUp(notebook);
          else if (kind === 'quiet') await host.quiet();
          else {
            if (kind === 'restart with a ledger') {
              // Enough changes for the index to store its ledger once it is idle.
              for (let number = 0; number < 200; number++) {
                notebook.save(`gone_${number}`, { content: 'gone' });
                notebook.erase(`gone_${number}`);
              }
              await index.catchUp(notebook);
              await host.quiet();
              expect(await host.blobs.read('vectors')).toBeDefined();
              ledgers++;
              notebook.save(first, fields);
            }
            await index.close();
            if (kind === 'lose the snapshot') await host.blobs.remove('vectors');
            index = host.open();
            await index.catchUp(notebook);
          }
        }
        await indexSome(index);
        const live = notebook.live();
        expect(await index.coverage({})).toEqual({ indexed: live.length, total: live.length });
        for (const query of queries) {
          const vector = vectorOf(query, model, dimensions);
          const expected = naiveSearch(live, vector, (whole) => passagesOf(whole, model, dimensions));
          const hits = await search(index, vector, { limit: 100 });
          expect(hits.map(({ id, passage }) => ({ id, passage }))).toEqual(
            expected.map(({ id, passage }) => ({ id, passage })),
          );
          for (const [position, hit] of hits.entries()) expect(hit.cosine).toBeCloseTo(expected[position]!.cosine, 6);
        }
      },
    ),
    { seed: 20_261_121, runs: 150, seconds: 2 },
  );
  expect(ledgers).toBeGreaterThan(0);
});
