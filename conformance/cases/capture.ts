import type { Case } from '../case.ts';
import { expectCost } from '../expect-cost.ts';
import { check, equal } from '../expect.ts';
import { checkShape } from '../shapes.ts';

export const captureCases: Case[] = [
  {
    name: 'capture: can be saved, changed and cleared; reads, listings and searches return it',
    covers: ['memory.capture', 'extension.capture', 'patch.fields', 'patch.null', 'patch.unchanged'],
    async run(context) {
      const capture = {
        kind: 'page' as const,
        author: 'Anna',
        siteName: 'Travel notes',
        publishedAt: '2026-05-01T10:00:00.000Z',
        language: 'pt-PT',
        image: 'https://example.org/room.png',
        quote: { prefix: 'before ', suffix: '' },
        page: 12,
      };
      const { id: collection } = await context.collection();
      const memory = await context.memory({
        collection,
        capture: { ...capture, author: ' Anna ', publishedAt: '2026-05-01T12:00:00+02:00' },
      });
      checkShape('memory', memory);
      equal(memory.capture, capture, 'capture');
      equal(await context.admin.bodyOf('readMemory', { id: memory.id }), memory, 'read');
      equal((await context.admin.bodyOf('listMemories', { query: { collection } })).memories, [memory], 'listed');
      const [hit] = (await context.admin.bodyOf('searchMemories', { body: { query: memory.content, mode: 'keyword' } }))
        .memories;
      check(hit !== undefined, 'not found');
      equal(hit.capture, capture, 'capture of the hit');
      await expectCost(context, 0, 'the same capture again', async () =>
        equal(await context.admin.bodyOf('updateMemory', { id: memory.id, body: { capture } }), memory, 'unchanged'),
      );
      const changed = await context.admin.bodyOf('updateMemory', {
        id: memory.id,
        body: { capture: { kind: 'note' } },
      });
      equal([changed.capture, changed.version], [{ kind: 'note' }, 2], 'changed');
      const cleared = await context.admin.bodyOf('updateMemory', { id: memory.id, body: { capture: null } });
      equal([cleared.capture, cleared.version], [null, 3], 'cleared');
      equal((await context.memory()).capture, null, 'capture of a memory without one');
    },
  },
];
