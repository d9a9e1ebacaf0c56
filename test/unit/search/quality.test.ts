import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ndcgAt, recallAt } from '../../../bench/quality/figures.ts';
import { openInNode } from '../../../bench/quality/in-node.ts';
import { figuresOf, type OpenLibrary } from '../../../bench/quality/run.ts';
import { readSets } from '../../../bench/quality/sets.ts';
import { runsAll } from '../../support/rounds.ts';

const firstNotes = () => readSets(join(import.meta.dirname, '../../../bench/sets'))[0]!;

describe('the figures of search quality', () => {
  it('are the share of relevant documents that are found (recall), and their ranks (nDCG)', () => {
    expect(recallAt(5, [9, 1, 8, 2, 7, 3], [1, 2, 3, 4])).toBe(0.5);
    expect(recallAt(5, [], [1])).toBe(0);
    expect(ndcgAt(10, [1, 2], [1, 2])).toBe(1);
    expect(ndcgAt(10, [9, 1], [1])).toBeCloseTo(1 / Math.log2(3), 12);
    expect(ndcgAt(2, [9, 1, 2], [1, 2, 3])).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 12);
  });

  it('are measured through the service; empty documents are skipped, and the others keep their positions', async () => {
    const set = {
      name: 'a set',
      groups: [
        {
          documents: ['', 'a boat', ' ', 'a zeppelin'],
          queries: [
            { text: 'zeppelin', relevant: [3] },
            { text: 'boat', relevant: [1] },
            { text: 'none', relevant: [] },
          ],
        },
      ],
    };
    expect(await figuresOf(set, openInNode, 'keyword')).toEqual({
      set: 'a set',
      mode: 'keyword',
      otherModes: 0,
      recall5: 1,
      ndcg10: 1,
      queries: 2,
      milliseconds: expect.any(Number),
    });
  });

  it('count the searches that ran in another mode than requested', async () => {
    const set = {
      name: 'a set',
      groups: [
        {
          documents: ['a silent inn', 'מלון שקט'],
          queries: [
            { text: 'quiet hotel', relevant: [0] },
            { text: 'calm room', relevant: [0] },
            { text: 'מלון', relevant: [1] },
          ],
        },
      ],
    };
    expect(await figuresOf(set, openInNode, 'hybrid')).toEqual({
      set: 'a set',
      mode: 'hybrid',
      otherModes: 1,
      recall5: 1,
      ndcg10: 1,
      queries: 3,
      milliseconds: expect.any(Number),
    });
  });

  // 6,100 searches take half a minute.
  if (runsAll)
    it('can be measured with longer documents than the contract allows, and more queries than the rate limit allows', async () => {
      const long = `zeppelin ${'word '.repeat(20_000)}`;
      const queries = Array.from({ length: 6_100 }, (_, index) => ({
        text: index === 0 ? `zeppelin ${'z'.repeat(2_000)}` : 'zeppelin',
        relevant: [1],
      }));
      expect(
        await figuresOf({ name: 'long', groups: [{ documents: ['a boat', long], queries }] }, openInNode, 'keyword'),
      ).toMatchObject({ recall5: 1, queries: 6_100 });
    });

  it('are high for plain questions about short notes, and low if the documents’ positions are shifted', async () => {
    const { recall5, ndcg10 } = await figuresOf(firstNotes(), openInNode, 'keyword');
    expect(recall5).toBeGreaterThan(0.95);
    expect(ndcg10).toBeGreaterThan(0.9);

    const shuffled: OpenLibrary = async (documents, mode) =>
      openInNode(
        documents.map(([position, text]) => [(position + 7) % 24, text]),
        mode,
      );
    expect((await figuresOf(firstNotes(), shuffled, 'keyword')).recall5).toBeLessThan(0.3);
  });
});
