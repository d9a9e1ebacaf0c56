import type { Guarantee } from './promises.ts';

/** A guard (code that prevents one kind of harm) with its test, as docs/proofs.md lists it. */
export interface ShownGuard {
  /** May begin with the number of a threat in docs/security.md. */
  threat: string;
  file: string;
  testFile: string;
  test: string;
}

interface SyncProperty extends Guarantee {
  name: string;
}

const smallScope = 'test/unit/sync/small-scope.test.ts';
const museum = 'test/unit/sync/museum.test.ts';
const never = 'test/unit/sync/never.test.ts';
const storm = 'test/e2e/sync-storm.long.chromium.test.ts';

const property = (name: string, statement: string, ...elsewhere: string[]): SyncProperty => ({
  name,
  statement,
  shownBy: ['test/unit/sync/simulation.test.ts', ...elsewhere],
});

/** The properties, worded as in docs/sync.md. */
export const syncProperties: SyncProperty[] = [
  property(
    'P1',
    'every confirmed text, tag and title is on the device where it was written, as a memory, in the trash or among the earlier versions; with extensions, the text is also shown on every device, and a tag among the earlier versions alone doesn’t count',
    smallScope,
    museum,
    storm,
  ),
  property('P2', 'no memory is shown twice; with extensions, none is on the server twice', smallScope, museum, storm),
  property(
    'P3',
    'all devices and the server are equal after at most six rounds (nine if the user may be asked something), with extensions also in the names of collections and in each memory’s collection; their fingerprints are equal from the fifth round on',
    smallScope,
    storm,
    'test/e2e/sync-pair.long.chromium.test.ts',
  ),
  property(
    'P4',
    'another round writes nothing on either side; nor does reading the change feed once more from its beginning change a memory',
    smallScope,
    never,
    'test/unit/extension/sync/idle.test.ts',
  ),
  property(
    'P5',
    'a device makes no more conflict copies of a memory than its user made edits of it, and no more than the other devices made in all. A round that finds no changes, even the first one of a process, makes one request to a change feed, or without a feed reads each page and the collections once (and once more if the last page repeats its cursor)',
    smallScope,
    museum,
  ),
  property('P6', 'no write is sent before it is recorded', 'test/unit/sync/crash-points.test.ts'),
  property('P7', 'nothing is in the trash that nobody deleted', smallScope, never, 'test/unit/sync/hostile.test.ts'),
  property('P8', 'no request before the time that a 429 named', 'test/unit/sync/quota.test.ts'),
  property(
    'P9',
    'with extensions, a device’s edits of a memory take effect on the server in the order in which they were made',
    smallScope,
  ),
  property('P10', 'one account’s data never goes to another, and nothing comes from it', never),
  property(
    'P11',
    'nothing waits to be sent or for an answer, and only what the server refuses counts as refused',
    smallScope,
  ),
  property('P12', 'the text and the tags of `base` are what the server has', smallScope),
  property('P13', 'the same seed gives the same trace'),
  property(
    'P14',
    'a device says that both sides are the same only if they are, even after a memory was changed on the device or lost on a plain server without a trace. With a plain server, the device says so in the end',
    'test/unit/sync/proof.test.ts',
  ),
];
