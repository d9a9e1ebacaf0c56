import { saveShared, unseen, type Exhibit } from '../exhibit.ts';

/** Failures in which sync considers a memory deleted because a list lacks it, or never fetches a memory. */
export const absence: Exhibit[] = [
  {
    title: 'The empty answer',
    reports: ['logseq/logseq#8873', 'dexie/Dexie.js#2140', 'laurent22/joplin#883', 'laurent22/joplin#5822'],
    story:
      'At the first sync with another server or account, everything that one device had written was erased without warning.',
    wrong: 'A note that the list lacks counts as deleted.',
    why: 'A memory counts as gone only if two complete readings miss it and the server twice says that it doesn’t have it. If more than a tenth is missing, sync asks first.',
    async act(world) {
      await saveShared(world, 'Monday', 'Tuesday', 'Wednesday');
      await world.syncWith('empty', world.anna, world.ben);
    },
    complaints: (world) => unseen(world, 'Monday', 'Tuesday', 'Wednesday'),
  },
  {
    title: 'The server from a backup',
    reports: ['owncloud/client#1038', 'medic/cht-core#8093'],
    story: 'A server was restored from an old backup. The devices then deleted everything newer than the backup.',
    wrong: 'The server is believed, though it has gone back to an earlier state.',
    why: 'Absence is not deletion: sync asks, and until then everything stays.',
    async act(world) {
      await saveShared(world, 'Old');
      const backup = world.server.backup();
      await saveShared(world, 'New', 'Newer', 'Newest', 'Latest', 'Last');
      world.server.restore(backup);
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'Old', 'New', 'Newer', 'Newest', 'Latest', 'Last'),
  },
  {
    title: 'The list that ended too early',
    reports: ['pouchdb/pouchdb#7700', 'vrtmrz/obsidian-livesync#800'],
    story: 'A sync ended without an error. Yet valid documents were missing, or deleted on the other devices too.',
    wrong: 'A list that ends early counts as complete.',
    why: 'A memory that one reading misses stays. It counts as gone only if two complete readings miss it and the server twice says that it doesn’t have it.',
    async act(world) {
      await saveShared(world, 'Alpha', 'Beta', 'Gamma', 'Delta');
      await world.syncWith('cut list', world.ben);
    },
    complaints: (world) => unseen(world, 'Alpha', 'Beta', 'Gamma', 'Delta'),
  },
  {
    title: 'The position ahead of its data',
    reports: ['pouchdb/pouchdb#1240', 'pubkey/rxdb#5843'],
    story: 'A sync was interrupted. Later syncs never brought the rest.',
    wrong: 'The position in the server’s changes is stored before the notes that were read.',
    why: 'A position is stored only after the notes that it covers, and an incomplete reading proves nothing.',
    async act(world) {
      for (const text of ['One', 'Two', 'Three']) world.anna.save(text);
      await world.sync(world.anna);
      world.ben.dieAfter(5);
      await world.sync(world.ben);
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'One', 'Two', 'Three'),
  },
  {
    title: 'The broken record',
    reports: ['nextcloud/notes-android#3296'],
    story: 'One record that the app couldn’t read stopped the sync of all others.',
    wrong: 'A page is read as if every item in it were well-formed.',
    why: 'A bad item is skipped, and the other items of its page are read.',
    async act(world) {
      await saveShared(world, 'First');
      await world.syncWith('bad item', world.ben);
      world.anna.save('Second');
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'First', 'Second'),
  },
  {
    title: 'The write that blocked all others',
    reports: ['dexie/Dexie.js#2228'],
    story: 'The server refused one write. From then on nothing was ever sent again.',
    wrong: 'The first error ends the round, and the next round begins with the same write.',
    why: 'Each write is settled alone. One that the server refuses is set aside, with the server’s reason, and the others are sent.',
    async act(world) {
      await saveShared(world, 'To be deleted');
      // A plain server has no deletion.
      world.anna.trash('To be deleted');
      world.anna.save('Written after it');
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'Written after it'),
  },
  {
    title: 'Never at rest',
    reports: ['lockbook/lockbook#1466'],
    story:
      'A fuzzer created, renamed and deleted notes on several devices. After a sync, the app still said that a sync was needed.',
    wrong:
      'A change that the server can’t carry out, here a deletion, stays marked as unsent. Every sync sends it again.',
    why: 'Sync records that the server can’t delete the memory. Nothing waits after that, and the next sync sends nothing.',
    async act(world) {
      world.anna.save('Never sent');
      world.anna.edit('Never sent', 'Never sent, renamed');
      world.anna.trash('Never sent, renamed');
      await saveShared(world, 'Sent');
      world.ben.edit('Sent', 'Sent, renamed');
      await world.sync(world.ben, world.anna);
      world.anna.trash('Sent, renamed');
      await world.syncUntilSettled();
    },
    async complaints(world) {
      const writes = await world.idleWrites();
      return writes === 0 ? [] : [`${writes} writes though nothing has changed`];
    },
  },
  {
    title: 'The other server',
    reports: ['laurent22/joplin#5536', 'laurent22/joplin#5553'],
    story: 'Sync led to another server or account, which was empty. Afterwards the notes were gone here too.',
    wrong: 'Any server that answers counts as the one that was synced with before.',
    why: 'Sync doesn’t trust a server that lacks most of the known memories: sync asks, and until then everything stays.',
    async act(world) {
      const empty = world.server.backup();
      await saveShared(world, 'Mine 1', 'Mine 2', 'Mine 3', 'Mine 4', 'Mine 5');
      world.server.restore(empty);
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'Mine 1', 'Mine 2', 'Mine 3', 'Mine 4', 'Mine 5'),
  },
  {
    title: 'No space for new notes',
    reports: ['pubkey/rxdb#5843', 'pubkey/rxdb#5571'],
    story: 'Notes came in while they couldn’t be stored: here, the disk is full. They didn’t come later either.',
    wrong: 'The position moves past notes that could not be stored.',
    why: 'The position moves on only once the memories before it are stored.',
    async act(world) {
      for (const text of ['Red', 'Green', 'Blue']) world.anna.save(text);
      await world.sync(world.anna);
      world.ben.setDiskFull(true);
      await world.sync(world.ben);
      world.ben.setDiskFull(false);
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'Red', 'Green', 'Blue'),
  },
];
