import { expect, test } from 'vitest';
import { randomFrom } from '../../../scripts/random.ts';
import { syncDevice, type Answer, type SyncDevice } from '../../support/sync-device.ts';

const scripts = 200;
const rounds = 6;
/** More requests than a round with a handful of memories may send to a server whose lists grow by ten items a page. */
const mostRequests = 600;

type Pick = <Item>(all: readonly Item[]) => Item;

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const statuses = [200, 200, 200, 201, 204, 301, 400, 401, 403, 404, 409, 410, 412, 418, 429, 500, 503, 599];
const at = '2026-01-01T00:00:00.000Z';

/** Values that no honest server returns for a field. */
const oddValues = [
  null,
  -1,
  1e308,
  true,
  '',
  '__proto__',
  '<script>globalThis.polluted = 1</script>',
  '\u0000\ud800',
  'x'.repeat(100_000),
  [],
  {},
  nested(500),
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as unknown,
];

/** A memory with odd fields. Its id may be one that the device knows. */
function oddMemory(one: SyncDevice, pick: Pick): unknown {
  const ids = one.server.liveMemories().map(({ id }) => id);
  const memory: Record<string, unknown> = {
    id: pick([...ids, 'mem_new', '__proto__', '..', '\ud800', 'x'.repeat(600)]),
    content: pick(['theirs', 'a\nb\nc', 'x'.repeat(70_000), '  ']),
    tags: pick([[], ['a', 'A'], ['mx:dup:mem_1', ...ids.map((id) => `mx:dup:${id}`)], ['conflict copy']]),
    collection: pick([null, 'col_1', '__proto__']),
    createdAt: at,
    updatedAt: at,
    version: pick([1, 2, 99]),
    deletedAt: pick([null, null, at]),
  };
  if (pick([true, false])) memory[pick(Object.keys(memory))] = pick(oddValues);
  return memory;
}

function oddBody(one: SyncDevice, pick: Pick): unknown {
  const items = Array.from({ length: 10 }, () => pick([null, 1, 'x', oddMemory(one, pick), oddMemory(one, pick)]));
  const cursor = pick([null, null, 'same', `cursor ${one.sent.length}`, ...oddValues]);
  return pick([
    undefined,
    ...oddValues,
    oddMemory(one, pick),
    { memories: items, nextCursor: cursor },
    { memories: pick(oddValues), nextCursor: cursor },
    { changes: items.map((memory) => ({ kind: pick(['memory', 'deleted', 'x']), memory })), next: cursor },
    { collections: items, nextCursor: cursor },
    { responses: items },
    { count: pick(oddValues), fingerprint: pick(oddValues) },
    { error: { code: pick(['not_found', 'rate_limited', 'quota_exceeded', '__proto__']), message: pick(oddValues) } },
  ]);
}

/** Every text that is stored here in any form. */
const textsOf = ({ disk }: SyncDevice): string[] => [
  ...[...disk.memories.values()].map(({ content }) => content),
  ...[...disk.versions.values()].map(({ fields }) => fields.content),
];

test.each(Array.from({ length: scripts }, (_, seed) => seed))(
  'survives hostile script %i: no round fails or runs forever, and no text is lost',
  async (seed) => {
    const random = randomFrom(seed);
    const pick: Pick = (all) => all[Math.floor(random() * all.length)]!;
    const one = syncDevice(seed % 2 === 0 ? 'plain' : 'extended');
    const mine: string[] = [];
    const save = async () => mine.push(one.disk.memories.get(await one.save(`mine ${mine.length}`))!.content);
    await save();
    await one.round();
    await save();
    one.answer = ({ method }, carryOut): Answer => {
      if (random() < 0.4) return carryOut();
      if (random() < 0.2) throw new TypeError('The connection was reset.');
      if (method !== 'GET' && random() < 0.3) return { status: 201, body: oddMemory(one, pick) };
      return { status: pick(statuses), body: oddBody(one, pick) };
    };
    for (let round = 0; round < rounds; round++) {
      one.now += 3_600_000;
      one.sent.length = 0;
      await one.round();
      expect(one.sent.length).toBeLessThan(mostRequests);
      await save();
      const edited = one.disk.memories.get(pick([...one.disk.memories.keys()]))!;
      await one.edit(edited.id, { content: `${edited.content} +` });
    }
    expect(mine.filter((text) => !textsOf(one).some((stored) => stored.includes(text)))).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((globalThis as { polluted?: unknown }).polluted).toBeUndefined();
  },
);
