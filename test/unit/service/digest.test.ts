import { expect, test } from 'vitest';
import { localOwner } from '../../../src/service/vouched.ts';
import { combine, emptyFingerprint, fingerprintOf, fingerprintText } from '../../../src/v1/fingerprint.ts';
import type { Digest } from '../../../src/v1/schemas/sync.ts';
import { longProofMs, report, sized } from '../../support/rounds.ts';
import { testService, type TestService } from '../../support/service.ts';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';

const memories = sized(100_000, 1_500);
const parts = 64;

const idOf = (number: number) => `mem_${String(number).padStart(26, '0')}`;

const memoryOf = (number: number) => ({
  id: idOf(number),
  content: `note ${number}`,
  tags: [],
  collection: null,
  url: null,
  title: null,
  capture: null,
});
type Copy = Map<string, ReturnType<typeof memoryOf>>;

async function server(): Promise<TestService> {
  const host = testService(inMemoryStore());
  const now = host.clock.now();
  const times = { createdAt: new Date(now).toISOString(), updatedAt: new Date(now).toISOString(), deletedAt: null };
  await host.store.write(localOwner, async (writer) => {
    for (let number = 0; number < memories; number++)
      await writer.putMemory({
        ...memoryOf(number),
        ...times,
        source: 'api',
        tagKeys: [],
        version: 1,
        origin: null,
        chargedAt: null,
      });
  });
  return host;
}

/** Finds the memories that differ between server and copy, as docs/v1.md describes. Counts its requests. */
async function differences(host: TestService, copy: Copy): Promise<{ ids: string[]; requests: number }> {
  let requests = 0;
  const ids: string[] = [];
  const within = (after: string, through?: string) =>
    [...copy.values()].filter(({ id }) => id > after && (through === undefined || id <= through));

  async function divide(after: string, through?: string): Promise<void> {
    requests++;
    const query = new URLSearchParams({ parts: String(parts), ...(after && { after }), ...(through && { through }) });
    const { ranges } = (await host.send('GET', `/digest?${query}`)).body as Digest;
    let from = after;
    for (const range of ranges) {
      const copied = within(from, range.through);
      const sum = emptyFingerprint();
      for (const memory of copied) combine(sum, fingerprintOf(memory));
      const isSame = copied.length === range.count && fingerprintText(sum) === range.fingerprint;
      if (!isSame && range.count === 1) ids.push(...new Set([range.through, ...copied.map(({ id }) => id)]));
      else if (!isSame) await divide(from, range.through);
      from = range.through;
    }
    ids.push(...within(from, through).map(({ id }) => id));
  }

  await divide('');
  return { ids: ids.toSorted(), requests };
}

test(
  'the memory that differs between server and copy is found in O(log n) requests',
  async () => {
    let most = 0;
    const host = await server();
    const copyWith = (change: (copy: Copy) => void) => {
      const copy: Copy = new Map(Array.from({ length: memories }, (_, number) => [idOf(number), memoryOf(number)]));
      change(copy);
      return copy;
    };
    const levels = Math.ceil(Math.log(memories) / Math.log(parts));
    const edited = (number: number) => (copy: Copy) =>
      void copy.set(idOf(number), { ...memoryOf(number), content: 'edited' });

    expect(
      await differences(
        host,
        copyWith(() => {}),
      ),
    ).toEqual({ ids: [], requests: 1 });
    for (const change of [edited(777), edited(0), (copy: Copy) => void copy.delete(idOf(memories - 1))]) {
      const copy = copyWith(change);
      const { ids, requests } = await differences(host, copy);
      expect(ids.map((id) => copy.get(id)?.content ?? 'missing')).toHaveLength(1);
      expect(['edited', 'missing']).toContain(copy.get(ids[0]!)?.content ?? 'missing');
      expect(requests).toBeLessThanOrEqual(levels);
      most = Math.max(most, requests);
    }
    const unknown = copyWith((copy) => copy.set(idOf(memories), memoryOf(memories)));
    expect((await differences(host, unknown)).ids).toEqual([idOf(memories)]);
    report(`digest: a difference among ${memories} memories is found in ${most} requests`);
  },
  longProofMs,
);
