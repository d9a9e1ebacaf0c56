import { describe, expect, test } from 'vitest';
import { unreachedBranches } from '../../simulation/coverage/branches.ts';
import { isOutOfReach, outOfReach } from '../../simulation/coverage/out-of-reach.ts';
import { hunt, plant } from '../../simulation/defects/hunt.ts';
import { defects } from '../../simulation/defects/list.ts';
import { runSeed } from '../../simulation/run.ts';
import { keepsEveryProperty } from '../../support/new-schedules.ts';
import { longProofMs } from '../../support/rounds.ts';

/** Seeds that once violated a property, with the cause. */
const regressions: [seed: number, cause: string][] = [
  [3, 'a list with nothing but a bad item stopped sync'],
  [104, 'a deletion counted as impossible before the device knew what the server can do'],
  [3400300048, 'a conflict copy whose conflict was resolved lost an edit to another device'],
  [2077900247, 'a line sent without an answer was added again below what another device wrote under it'],
  [6010, 'a duplicate was shown for a round if it was read before the memory that it duplicates'],
  [
    9988,
    'a text with lines added after a create without an answer was mistaken for the create’s text, cut by the server',
  ],
  [
    5998940,
    'a memory in the trash was mistaken for another device’s, and counted as deleted although its text is shown',
  ],
  [3039532, 'a late duplicate was mistaken for a longer text that had been sent for another memory'],
  [8007377, 'a day later, a device rewrote a memory marked as a duplicate of a memory that has another text'],
  [7005960, 'duplicates were marked as duplicates of a memory whose text had changed, so other devices showed them'],
  [20014584, 'three devices took one another’s tags for late writes of their own, and undid them forever'],
  [
    4031660,
    'another device’s text was mistaken for a longer text that the server had cut, though the server has longer texts',
  ],
  [30812205, 'of two writes without an answer, the write that explained less was mistaken for what had arrived'],
  [30387819, 'a write without an answer was forgotten after a day, and conflicted with the next edit'],
  [30780432, 'a text of this device that arrived late was mistaken for another device’s, since the server had cut it'],
  [30774606, 'a restored profile didn’t recognise its own edit, since another text waited for its answer'],
  [30847089, 'a restored profile had forgotten which memories were duplicates'],
  [
    30963059,
    'two devices changed both copies of a memory in the same way before the copies were known to be duplicates',
  ],
  [40660620, 'two memories marked as duplicates of a memory whose text had changed stayed beside an unmarked memory'],
  [
    8589934912,
    'a create that was sent without its key arrived twice, and the answer to the first named the extensions',
  ],
  [8589934599, 'a create that was sent without its key and got lost waited forever, since the feed shows no losses'],
  [8589934670, 'a memory that was changed, and then deleted only on this device, counted as different'],
  [8589937797, 'a restored profile had forgotten that it sent two memories with the same text'],
  [12884902709, 'two devices deleted and restored a duplicate forever'],
  [4344972711, 'when the clock went back, an earlier pause began again together with the next pause'],
  [4344974522, 'a captive portal’s 403 kept a conflict copy on its device'],
  [4344979245, 'a captive portal’s 403 kept a new memory on its device'],
  [8589986133, 'a restored profile kept another account’s token, which was entered only after the backup'],
  [8660958450, 'a deletion without If-Match arrived late, after another device’s edit'],
  [8660969483, 'another account was mistaken for the known account, since all synced memories had been deleted'],
  [8660970394, 'a restored duplicate was hidden and deleted, though the same answer had another text for it'],
  [8660939850, 'an edit of a memory deleted on the server waited forever for a version that deleted memories lack'],
  [8661063195, 'a duplicate was deleted without If-Match after another device had edited it'],
  [60124513, 'a line that a restored profile had sent before was added again below what was added elsewhere'],
  [20323193, 'a text that the server lost when a backup was restored was mistaken for a text that the server cuts'],
  [4314997663, 'sync put the second item of a memory made here into the trash, and a user restored that item'],
  [8661064874, 'a write of this device arrived after five later writes, and was mistaken for another device’s'],
  [1647, 'an earlier version counted as lost, though its user had deleted the memory for good'],
  [
    50777215,
    'a device asked in each round for a name that another collection had, since old and new names were mixed up',
  ],
  [200, 'a rename here to a name that was taken in the server’s list was sent again in each round'],
  [17179896065, 'a duplicate stayed visible, since its collection was deleted together with the first memory’s'],
  [17179889047, 'another device’s revert of a rename was never noticed, since the feed doesn’t show reverts'],
  [17179871810, 'a rename was sent in each round, though the collection was deleted on the server'],
  [17230884164, 'a collection that was deleted during a round kept its name on the server'],
  [17231029643, 'the revert of a name that had been read from the list was never noticed'],
  [17231148930, 'a device that died before it stored its position in the feed never noticed a reverted name'],
  [17231144260, 'a reverted name was never noticed if the list couldn’t be read just then'],
  [6001999, 'a memory deleted for good while its create was in doubt came back, twice'],
  [17180082325, 'a new collection waited for a rename that a plain server never gets'],
  [8590149645, 'an edit stayed here forever, since one response didn’t list that the server can restore memories'],
  [8590138900, 'a list that was begun while the server hid its feed was continued after the feed had been followed'],
  [34359744674, 'an edit made elsewhere was missed if the create of its memory had been answered late'],
  [34359750513, 'a late answer replaced an edit elsewhere in a collection that isn’t chosen'],
  [34359750904, 'with chosen collections, changes that a restored server’s feed doesn’t show were never found'],
  [68719476925, 'an item of the change feed that isn’t a memory stopped sync'],
  [103079215162, 'a memory that can’t be stored here kept sync from noticing what the change feed had hidden'],
  [103079215938, 'edits made in a profile before another profile replaced it didn’t count as made elsewhere'],
  [595, 'tags that were added elsewhere to a memory whose create got no answer never reached its device'],
  [12014, 'of two memories with the same text and different tags, one was mistaken for the other on the server'],
  [34361739841, 'the tags of a memory that a copied profile had sent were mistaken for tags that this device had sent'],
  [442381634487, 'a move made while another memory’s collection was being created was never sent'],
  [17180205467, 'a deleted collection stayed on a server that had once denied having it'],
  [
    309246646562,
    'a tag was never sent, since a memory that a copied profile had created was mistaken for this device’s own',
  ],
  [
    545469847225,
    'a create in doubt was repeated with another body until it was given up, since its collection was gone',
  ],
  [
    545469949256,
    'a move made elsewhere of a memory whose create got no answer was mistaken for a rewrite by the server',
  ],
  [8589935392, 'a create was sent again without its key, because the server offered less since'],
  [98795254654, 'a reverted name stayed here, since a page of the feed repeated its position'],
  [34359738943, 'the check of property P8 applied a former token’s wait to a device with a new token'],
];

/** Seeds that together reach every reachable branch of the planner. */
const reaching = [
  ...regressions.map(([seed]) => seed),
  // The server cuts a text.
  557,
  // The server keeps only some of a memory's tags.
  1467,
  // A duplicate is restored.
  8660983943,
  // Each of two writes of one device explains the change on the server.
  98784268304,
  // Five seeds with `accountSeeds` (test/simulation/families.ts), for branches that need what this family adds.
  34359742120,
  34359738370,
  34359738388,
  34359738509,
  34359738570,
  // A device without its record of a memory finds the memory cut on the server.
  34359778864,
  // The server has the text of a memory here with another title, or with a field that the memory here lacks.
  171798691889,
  171798692085,
  // A change of a hidden duplicate's tags removes its mark; the memory that it duplicates has another text by then;
  // another device marked the duplicate; or its tags were changed here before its mark was read.
  34359739404,
  38654710793,
  8589934886,
  1099511649520,
  34359741029,
  ...Array.from({ length: 200 }, (_, index) => index + 1),
];

describe('simulated devices and servers', () => {
  test.each(regressions)('seed %i: %s', async (seed) => {
    expect((await runSeed(seed)).violations).toEqual([]);
  });

  test.each(defects)('the code for the planted defect "$name" exists', (defect) => {
    expect(() => plant(defect)).not.toThrow();
  });

  test('a seed has the same trace on every machine', async () => {
    expect((await runSeed(1)).hash).toMatchInlineSnapshot(`"97ae9d93627c050a"`);
    expect((await runSeed(2)).hash).toMatchInlineSnapshot(`"1aeebb3eb6d77317"`);
  });

  test(
    'reach every branch of the planner that can be reached',
    async () => {
      const unreached = await unreachedBranches(reaching);
      expect(unreached.filter((branch) => !isOutOfReach(branch))).toEqual([]);
      expect(unreached).toHaveLength(outOfReach.length);
    },
    longProofMs,
  );

  test('control: too few schedules leave branches out', async () => {
    const missed = (await unreachedBranches([1])).filter((branch) => !isOutOfReach(branch));
    expect(missed.map(({ code }) => code)).toContain('return cut;');
  });

  test('catch a planted defect', async () => {
    const { violation } = await hunt(
      defects.find(({ name }) => name === 'the last writer wins')!,
      100,
    );
    expect(violation).toMatch(/^P1: /);
  });

  test(
    'keep every property',
    () => keepsEveryProperty('sync schedules', { from: 0, count: 50_000, seconds: 20 }),
    longProofMs,
  );
});
