import type { Case } from '../case.ts';
import { newWord } from '../context.ts';
import { expectCost } from '../expect-cost.ts';
import { check, equal } from '../expect.ts';
import { checkShape } from '../shapes.ts';

export const usageCases: Case[] = [
  {
    name: 'usage: returns plan, memories, transactions and rate limit',
    covers: ['usage', 'operation.readUsage', 'extension.usage', 'rate.window'],
    spends: { own: 0 },
    async run(context) {
      const answer = await context.admin.expectSuccess('readUsage');
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
    name: 'usage: counts live memories, but not those in the trash',
    covers: ['usage', 'plan.trash'],
    async run(context) {
      const used = async () => (await context.admin.bodyOf('readUsage')).memories.used;
      const before = await used();
      const { id } = await context.memory();
      await context.memory();
      equal((await used()) - before, 2, 'after two creates');
      await context.admin.expectSuccess('deleteMemory', { id });
      equal((await used()) - before, 1, 'with one in the trash');
      await context.admin.expectSuccess('restoreMemory', { id });
      equal((await used()) - before, 2, 'after restoring');
      await context.admin.expectSuccess('deleteMemory', { id, query: { permanent: true } });
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
      await expectCost(context, 1, 'createCollection', () => context.collection());
      await expectCost(context, 1, 'createMemory', () => context.memory());
      await expectCost(context, 1, 'updateMemory', () =>
        admin.expectSuccess('updateMemory', { id, body: { title: 'x', tags: ['a', 'b'] } }),
      );
      await expectCost(context, 1, 'updateCollection', () =>
        admin.expectSuccess('updateCollection', { id: collection.id, body: { name: newWord() } }),
      );
      await expectCost(context, 1, 'deleteCollection', () =>
        admin.expectSuccess('deleteCollection', { id: collection.id }),
      );
      await expectCost(context, 0, 'reads', async () => {
        await admin.expectSuccess('readMemory', { id });
        await admin.expectSuccess('listMemories');
        await admin.expectSuccess('searchMemories', { body: { query: 'x' } });
        await admin.expectSuccess('listTags');
        await admin.expectSuccess('listCollections');
      });
      await expectCost(context, 0, 'tokens', async () => {
        const { id: token } = await context.createToken();
        await admin.expectSuccess('listTokens');
        await admin.expectSuccess('revokeToken', { id: token });
      });
    },
  },
  {
    name: 'usage: undoing a save is free and refunds its transaction; deleting a restored memory costs a transaction',
    covers: ['plan.undo'],
    async run(context) {
      const { admin } = context;
      // Deleting a memory within 60 s of its save undoes the save.
      await expectCost(context, 0, 'a save and its undo', async () =>
        admin.expectSuccess('deleteMemory', { id: (await context.memory()).id }),
      );
      await expectCost(context, 0, 'a save undone for good', async () =>
        admin.expectSuccess('deleteMemory', { id: (await context.memory()).id, query: { permanent: true } }),
      );
      const { id } = await context.memory();
      await admin.expectSuccess('deleteMemory', { id });
      await expectCost(context, 1, 'restoring', () => admin.expectSuccess('restoreMemory', { id }));
      await expectCost(context, 1, 'deleting the restored memory', () => admin.expectSuccess('deleteMemory', { id }));
      await expectCost(context, 1, 'deleting for good from the trash', () =>
        admin.expectSuccess('deleteMemory', { id, query: { permanent: true } }),
      );
    },
  },
];
