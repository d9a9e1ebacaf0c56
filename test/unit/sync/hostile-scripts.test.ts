import { expect, test } from 'vitest';
import { randomFrom } from '../../../scripts/random.ts';
import { sendRefusedAgain } from '../../../src/extension/sync/refused.ts';
import { decide } from '../../../src/sync/confirm.ts';
import { DiskWriter } from '../../simulation/device-store.ts';
import { ExtendedServer } from '../../simulation/extended-server.ts';
import type { ModelRequest } from '../../simulation/model-server.ts';
import { countAccepted, hostileText, oddAnswer, type Pick } from '../../support/hostile-answers.ts';
import { deleteCollection, moveMemory, nameCollection } from '../../support/sync-collections.ts';
import { syncDevice, type Answer, type SyncDevice } from '../../support/sync-device.ts';

const scripts = 200;
const rounds = 6;
/** A round with few memories must send fewer requests than this, even to a server whose lists grow with each page. */
const mostRequests = 600;

/**
 * How many hostile responses to each operation the client must accept. With fewer, the scripts would test only the
 * client's validation. Each number is about half of what the client accepted when this test was written.
 */
const leastAccepted = {
  createMemory: 150,
  listChanges: 150,
  listCollections: 60,
  listMemories: 50,
  readDigest: 30,
  deleteMemory: 25,
  updateMemory: 20,
  batch: 20,
  readMemory: 15,
  createCollection: 10,
  readUsage: 5,
  restoreMemory: 3,
  listCollectionMemories: 2,
  updateCollection: 1,
};

const accepted = new Map<string, number>();
let scriptsWithHostileText = 0;

/** The texts of all memories on this device, including the trash and earlier versions. */
const textsOf = ({ disk }: SyncDevice): string[] => [
  ...[...disk.memories.values()].map(({ content }) => content),
  ...[...disk.versions.values()].map(({ fields }) => fields.content),
];

function deviceFor(seed: number): SyncDevice {
  const one = syncDevice(seed % 4 === 0 ? 'plain' : 'extended');
  if (seed % 4 !== 0) one.server = new ExtendedServer(() => one.now, { hasBatch: seed % 2 === 0, hasUsage: true });
  return one;
}

async function deleteOrRestore(one: SyncDevice, pick: Pick): Promise<void> {
  const { id, deletedAt } = one.disk.memories.get(pick([...one.disk.memories.keys()]))!;
  await one.edit(id, { deletedAt: deletedAt === null ? new Date(one.now).toISOString() : null });
}

/** May create, rename, fill or delete a collection on this device. */
async function changeCollections(one: SyncDevice, pick: Pick): Promise<void> {
  const id = pick([...one.disk.collections.keys(), ...one.disk.collections.keys(), 'col_home', 'col_work']);
  const name = pick(['Home', 'Work', 'Home 3', 'Garden']);
  const isTaken = (await new DiskWriter(one.disk).collectionByKey(name.toLowerCase())) !== undefined;
  if (one.disk.collections.has(id) && pick([true, false])) await deleteCollection(one, id);
  else if (!isTaken) await nameCollection(one, id, name);
  if (one.disk.collections.has(id) && pick([true, false, false]))
    await moveMemory(one, pick([...one.disk.memories.keys()]), id);
}

/** Makes the server honest, decides open questions, and sends refused memories again. Checks that sync works again. */
async function recover(one: SyncDevice): Promise<void> {
  one.answer = (_, carryOut) => carryOut();
  await one.save('afterwards');
  for (let round = 0; round < 3; round++) {
    one.now += 25 * 3_600_000;
    const { question } = one.link();
    if (question !== null) await decide(one.parts(), 'keep');
    await sendRefusedAgain(one.parts().store, one.parts().scratch);
    expect((await one.round({ verifies: true })).stopped).toBeOneOf([null, 'question']);
  }
  expect(one.server.liveMemories().map(({ content }) => content)).toContain('afterwards');
}

test.each(Array.from({ length: scripts }, (_, seed) => seed))(
  'survives hostile script %i: no round fails or runs forever, and no text is lost',
  async (seed) => {
    const random = randomFrom(seed);
    const pick: Pick = (all) => all[Math.floor(random() * all.length)]!;
    const one = deviceFor(seed);
    const answers: [ModelRequest, Answer][] = [];
    const mine: string[] = [];
    const save = async () => mine.push(one.disk.memories.get(await one.save(`mine ${mine.length}.`))!.content);
    await save();
    await one.round();
    await save();
    one.answer = (request, carryOut): Answer => {
      if (random() < 0.4) return carryOut();
      if (random() < 0.2) throw new TypeError('The connection was reset.');
      if (random() < 0.4) carryOut();
      const answer = oddAnswer(one, pick, request);
      answers.push([request, answer]);
      return answer;
    };
    for (let round = 0; round < rounds; round++) {
      one.now += pick([1, 1, 1, 25]) * 3_600_000;
      if (one.link().question !== null) await decide(one.parts(), pick(['keep', 'delete', 'again']));
      one.sent.length = 0;
      const failure = await one.round({ verifies: pick([true, false]) }).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeUndefined();
      expect(one.sent.length).toBeLessThan(mostRequests);
      await save();
      const edited = one.disk.memories.get(pick([...one.disk.memories.keys()]))!;
      await one.edit(edited.id, { content: `${edited.content} +${round}` });
      mine.push(`${edited.content} +${round}`);
      await deleteOrRestore(one, pick);
      await changeCollections(one, pick);
    }
    expect(mine.filter((text) => !textsOf(one).some((stored) => stored.includes(text)))).toEqual([]);
    await recover(one);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((globalThis as { polluted?: unknown }).polluted).toBeUndefined();
    if (textsOf(one).some((text) => text.startsWith(hostileText))) scriptsWithHostileText++;
    for (const [request, answer] of answers) await countAccepted(accepted, request, answer);
  },
);

test('control: the client accepted enough hostile responses, and stored hostile text in most scripts', () => {
  const tooFew = Object.entries(leastAccepted).filter(([name, least]) => (accepted.get(name) ?? 0) < least);
  expect(tooFew.map(([name]) => [name, accepted.get(name)])).toEqual([]);
  expect(scriptsWithHostileText).toBeGreaterThan(scripts / 2);
});
