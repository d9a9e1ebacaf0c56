import type { Case } from '../case.ts';
import { newWord } from '../context.ts';
import { check, equal, checkEveryRow } from '../expect.ts';

export const preconditionCases: Case[] = [
  {
    name: 'preconditions: If-Match of the current version allows PATCH and DELETE',
    covers: ['if-match'],
    async run(context) {
      const { id } = await context.memory();
      const changed = await context.admin.bodyOf('updateMemory', {
        id,
        body: { content: newWord() },
        headers: { 'if-match': '"1"' },
      });
      equal(changed.version, 2, 'version');
      await context.admin.expectSuccess('deleteMemory', { id, headers: { 'if-match': '"2"' } });
    },
  },
  {
    name: 'preconditions: If-Match of another version is 412 and changes nothing',
    covers: ['if-match', 'error.precondition_failed'],
    spends: { own: 2 },
    async run(context) {
      const memory = await context.memory();
      const changed = await context.admin.bodyOf('updateMemory', { id: memory.id, body: { title: 'second' } });
      const requests = [
        ['updateMemory', { body: { content: 'lost update' } }],
        ['updateMemory', { body: { title: 'second' } }],
        ['deleteMemory', {}],
        ['deleteMemory', { query: { permanent: true } }],
      ] as const;
      for (const version of ['"1"', '"3"', 'W/"2"']) {
        await checkEveryRow(
          requests,
          ([name]) => `${name} with ${version}`,
          async ([name, input]) => {
            await context.admin.expectRefusal(
              name,
              { id: memory.id, ...input, headers: { 'if-match': version } },
              'precondition_failed',
              412,
            );
          },
        );
      }
      equal(await context.admin.bodyOf('readMemory', { id: memory.id }), changed, 'the memory');
    },
  },
  {
    name: 'preconditions: a malformed If-Match changes nothing',
    covers: ['if-match'],
    async run(context) {
      const memory = await context.memory();
      for (const odd of ['1', 'abc', '""', '"1', '"one"', '"1e0"', '" 1"']) {
        const answer = await context.admin.call('updateMemory', {
          id: memory.id,
          body: { title: 'x' },
          headers: { 'if-match': odd },
        });
        check(answer.status === 400 || answer.status === 412, `If-Match: ${odd} returned ${answer.status}`);
      }
      equal(await context.admin.bodyOf('readMemory', { id: memory.id }), memory, 'the memory');
    },
  },
  {
    name: 'preconditions: of several concurrent changes with the same If-Match, exactly one succeeds',
    covers: ['if-match', 'error.precondition_failed'],
    async run(context) {
      const { id } = await context.memory();
      const change = () =>
        context.admin.call('updateMemory', { id, body: { content: newWord() }, headers: { 'if-match': '"1"' } });
      const statuses = (await Promise.all([change(), change(), change()])).map(({ status }) => status);
      equal(
        statuses.sort((a, b) => a - b),
        [200, 412, 412],
        'statuses',
      );
      equal((await context.admin.bodyOf('readMemory', { id })).version, 2, 'version');
    },
  },
];
