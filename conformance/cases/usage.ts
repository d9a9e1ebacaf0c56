import type { Case } from '../case.ts';
import { newWord } from '../context.ts';
import { costs } from '../cost.ts';
import { check, equal } from '../expect.ts';
import { checkShape } from '../shapes.ts';

export const usageCases: Case[] = [
  {
    name: 'usage: returns plan, memories, transactions and rate limit',
    covers: ['usage', 'operation.readUsage', 'extension.usage', 'rate.window'],
    spends: { own: 0 },
    async run(context) {
      const answer = await context.admin.done('readUsage');
      checkShape('usage', answer.body);
      const { plan, memories, transactionsToday, rateLimit } = answer.body as {
        plan: string;
        memories: { limit: unknown };
        transactionsToday: { limit: unknown };
        rateLimit: object;
      };
      check(plan === 'free' || plan === 'unlimited', `plan is ${plan}`);
      equal(
        [memories.limit, transactionsToday.limit],
        plan === 'free' ? [200, 10] : [null, null],
        'limits of the plan',
      );
      const { headers } = answer;
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
        Number(headers[`x-ratelimit-${name}`]),
      );
      equal(rateLimit, { limit, remaining, reset }, 'rate limit, as in the headers');
    },
  },
  {
    name: 'usage: live memories count, the trash does not',
    covers: ['usage', 'plan.trash'],
    async run(context) {
      const used = async () => (await context.admin.get('readUsage')).memories.used;
      const before = await used();
      const { id } = await context.memory();
      await context.memory();
      equal((await used()) - before, 2, 'after two creates');
      await context.admin.done('deleteMemory', { id });
      equal((await used()) - before, 1, 'with one in the trash');
      await context.admin.done('restoreMemory', { id });
      equal((await used()) - before, 2, 'after restoring');
      await context.admin.done('deleteMemory', { id, query: { permanent: true } });
      equal((await used()) - before, 1, 'after deleting for good');
    },
  },
  {
    name: 'usage: a write of a memory or a collection costs one transaction; reads and tokens cost none',
    covers: ['plan.transaction', 'usage'],
    async run(context) {
      const { admin } = context;
      const collection = await context.collection();
      const inside = [
        await context.memory({ collection: collection.id }),
        await context.memory({ collection: collection.id }),
      ];
      const id = inside[0]?.id ?? '';
      await costs(context, 1, 'createCollection', () => context.collection());
      await costs(context, 1, 'createMemory', () => context.memory());
      await costs(context, 1, 'updateMemory', () =>
        admin.done('updateMemory', { id, body: { title: 'x', tags: ['a', 'b'] } }),
      );
      await costs(context, 1, 'updateCollection', () =>
        admin.done('updateCollection', { id: collection.id, body: { name: newWord() } }),
      );
      await costs(context, 1, 'deleteCollection', () => admin.done('deleteCollection', { id: collection.id }));
      await costs(context, 0, 'reads', async () => {
        await admin.done('readMemory', { id });
        await admin.done('listMemories');
        await admin.done('searchMemories', { body: { query: 'x' } });
        await admin.done('listTags');
        await admin.done('listCollections');
      });
      await costs(context, 0, 'tokens', async () => {
        const { id: token } = await context.createToken();
        await admin.done('listTokens');
        await admin.done('revokeToken', { id: token });
      });
    },
  },
  {
    name: 'usage: undoing a save is free and refunds its transaction once',
    covers: ['plan.undo'],
    async run(context) {
      const { admin } = context;
      await costs(context, 0, 'a save and its undoing', async () =>
        admin.done('deleteMemory', { id: (await context.memory()).id }),
      );
      await costs(context, 0, 'a save undone for good', async () =>
        admin.done('deleteMemory', { id: (await context.memory()).id, query: { permanent: true } }),
      );
      const { id } = await context.memory();
      await admin.done('deleteMemory', { id });
      await costs(context, 1, 'restoring', () => admin.done('restoreMemory', { id }));
      await costs(context, 1, 'deleting what was restored', () => admin.done('deleteMemory', { id }));
      await costs(context, 1, 'deleting for good what is in the trash', () =>
        admin.done('deleteMemory', { id, query: { permanent: true } }),
      );
    },
  },
];
