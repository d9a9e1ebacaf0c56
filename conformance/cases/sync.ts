import { combine, emptyFingerprint, fingerprintOf, fingerprintText } from '../../src/v1/fingerprint.ts';
import type { Memory } from '../../src/v1/schemas/memory.ts';
import type { ChangePage } from '../../src/v1/schemas/sync.ts';
import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { check, equal } from '../expect.ts';
import type { Session } from '../session.ts';
import { checkShape } from '../shapes.ts';

async function changesSince(session: Session, since?: string, limit = 100) {
  const [memories, erased]: [Memory[], string[]] = [[], []];
  for (let from = since; ;) {
    const page: ChangePage = await session.bodyOf('listChanges', {
      query: { limit: String(limit), ...(from !== undefined && { since: from }) },
    });
    for (const memory of page.memories) checkShape('memory', memory);
    memories.push(...page.memories);
    erased.push(...page.erased);
    if (!page.more) return { memories, erased, since: page.since };
    from = page.since;
  }
}

const idsOf = (memories: readonly Memory[]) => memories.map(({ id }) => id);

function fingerprintOfAll(memories: readonly Memory[]): string {
  const sum = emptyFingerprint();
  for (const memory of memories) combine(sum, fingerprintOf(memory));
  return fingerprintText(sum);
}

async function someMemories(context: Context): Promise<Memory[]> {
  const { id: collection } = await context.collection();
  return [
    await context.memory({ tags: ['b', 'a'], title: 'A title' }),
    await context.memory({ collection }),
    await context.memory({ url: 'https://example.org/' }),
  ];
}

export const syncCases: Case[] = [
  {
    name: 'changes: lists each memory once, in order of its last change, and the ids of memories deleted for good',
    covers: ['changes.feed', 'operation.listChanges', 'extension.changes'],
    async run(context) {
      const { admin } = context;
      const { since } = await changesSince(admin);
      const [first, second, third] = await someMemories(context);
      await admin.expectSuccess('updateMemory', { id: first!.id, body: { title: 'Another' } });
      await admin.expectSuccess('deleteMemory', { id: second!.id });
      await admin.expectSuccess('deleteMemory', { id: third!.id, query: { permanent: 'true' } });
      for (const limit of [1, 2, 100]) {
        const found = await changesSince(admin, since, limit);
        equal(idsOf(found.memories), [first!.id, second!.id], `memories in pages of ${limit}`);
        equal(found.memories[0]!.title, 'Another', 'the newest version');
        check(found.memories[1]!.deletedAt !== undefined, 'no deletedAt of a memory in the trash');
        equal(found.erased, [third!.id], 'deleted for good');
        equal((await changesSince(admin, found.since)).memories, [], 'changes after the end of the feed');
      }
    },
  },
  {
    name: 'changes: collections are returned on the first page and after one of them changed',
    covers: ['changes.collections'],
    async run(context) {
      const { admin } = context;
      const collection = await context.collection();
      const { since } = await changesSince(admin);
      const collectionsSince = async (from?: string) =>
        (await admin.bodyOf('listChanges', { query: { limit: '1', ...(from !== undefined && { since: from }) } }))
          .collections;
      equal(await collectionsSince(since), null, 'collections without a change');
      check(
        (await collectionsSince())!.some(({ id }) => id === collection.id),
        'the collection is missing from the first page',
      );
      const name = newWord();
      await admin.expectSuccess('updateCollection', { id: collection.id, body: { name } });
      equal((await collectionsSince(since))!.find(({ id }) => id === collection.id)?.name, name, 'its new name');
    },
  },
  {
    name: 'changes: a position that this server did not return is 410',
    covers: ['changes.gone'],
    async run(context) {
      for (const since of ['x', 'eyJzZXEiOjB9.0000', (await changesSince(context.admin)).since.slice(0, -1)])
        await context.admin.expectRefusal('listChanges', { query: { since } }, 'not_found', 410);
    },
  },
  {
    name: 'changes: a token continues where another stopped; a token limited to collections is refused',
    covers: ['changes.tokens'],
    async run(context) {
      const { since } = await changesSince(context.admin);
      const other = await context.sessionWith({ scopes: ['memories:read'] });
      const memory = await context.memory();
      equal(idsOf((await changesSince(other, since)).memories), [memory.id], 'changes for another token');
      const collection = await context.collection();
      const limited = await context.sessionWith({ collections: [collection.id] });
      await limited.expectRefusal('listChanges', {}, 'forbidden', 403);
    },
  },
  {
    name: 'digest: the fingerprint is computed from the memories in the range, and changes when a field of one changes',
    covers: ['digest.fingerprint', 'operation.readDigest', 'extension.digest'],
    async run(context) {
      const { admin } = context;
      const memories = await someMemories(context);
      const bounds = idsOf(memories).sort();
      const query = { through: bounds.at(-1)!, after: previous(bounds[0]!) };
      const digest = async () => admin.bodyOf('readDigest', { query });
      equal(Object.keys(await digest()), ['count', 'fingerprint', 'ranges'], 'fields');
      equal((await digest()).count, 3, 'memories');
      equal((await digest()).fingerprint, fingerprintOfAll(memories), 'fingerprint');
      const { id: collection } = await context.collection();
      for (const body of [
        { content: 'x' },
        { tags: ['A', 'b'] },
        { tags: ['b', 'A'] },
        { title: null },
        { url: 'https://example.org/a' },
        { collection },
      ]) {
        const { fingerprint } = await digest();
        await admin.expectSuccess('updateMemory', { id: memories[0]!.id, body });
        check(
          (await digest()).fingerprint !== fingerprint,
          `the fingerprint stays the same after ${JSON.stringify(body)}`,
        );
      }
      await admin.expectSuccess('deleteMemory', { id: memories[1]!.id });
      equal((await digest()).count, 2, 'memories without the trash');
    },
  },
  {
    name: 'digest: ranges divide the memories, and the digest of one range covers only its memories',
    covers: ['digest.ranges'],
    async run(context) {
      const { admin } = context;
      const memories = (await someMemories(context)).sort((one, other) => (one.id < other.id ? -1 : 1));
      const ids = idsOf(memories);
      const after = previous(ids[0]!);
      const { ranges } = await admin.bodyOf('readDigest', { query: { after, through: ids[2]!, parts: '3' } });
      equal(
        ranges.map(({ through, count }) => ({ through, count })),
        ids.map((through) => ({ through, count: 1 })),
        'ranges',
      );
      equal(
        ranges.map(({ fingerprint }) => fingerprint),
        memories.map((memory) => fingerprintOfAll([memory])),
        'fingerprints',
      );
      const narrow = await admin.bodyOf('readDigest', { query: { after: ids[0]!, through: ids[1]! } });
      equal([narrow.count, narrow.fingerprint], [1, fingerprintOfAll([memories[1]!])], 'the range of one memory');
      const limited = await context.sessionWith({
        collections: [memories.find(({ collection }) => collection !== null)!.collection!],
      });
      equal(
        (await limited.bodyOf('readDigest', { query: { after, through: ids[2]! } })).count,
        1,
        'memories that a limited token sees',
      );
    },
  },
];

/** Returns a bound that sorts before this id and, most likely, after every smaller id. */
const previous = (id: string) => id.slice(0, -1);
