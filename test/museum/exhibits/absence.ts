import { shared, unseen, type Exhibit } from '../exhibit.ts';

/** What was taken for deleted, and what never came. */
export const absence: Exhibit[] = [
  {
    title: 'The empty answer',
    reports: ['logseq/logseq#8873', 'dexie/Dexie.js#2140', 'laurent22/joplin#883'],
    story: 'At the first sync with another server or account, what one device had written was erased without a word.',
    wrong: 'What the list lacks is taken for deleted.',
    why: 'A memory is gone only if two complete readings miss it and the server denies it twice. If more than a tenth is missing, sync asks first.',
    async act(hall) {
      await shared(hall, 'Monday', 'Tuesday', 'Wednesday');
      await hall.syncWith('empty', hall.anna, hall.ben);
    },
    complaints: (hall) => unseen(hall, 'Monday', 'Tuesday', 'Wednesday'),
  },
  {
    title: 'The server from a backup',
    reports: ['medic/cht-core#8093', 'laurent22/joplin#5822'],
    story: 'A server was restored from an old backup. The devices then deleted all that was newer.',
    wrong: 'The server is believed, though it has gone back.',
    why: 'Absence is not deletion: sync asks, and until then everything stays.',
    async act(hall) {
      await shared(hall, 'Old');
      const backup = hall.server.backup();
      await shared(hall, 'New', 'Newer', 'Newest', 'Latest', 'Last');
      hall.server.restore(backup);
      await hall.rest();
    },
    complaints: (hall) => unseen(hall, 'Old', 'New', 'Newer', 'Newest', 'Latest', 'Last'),
  },
  {
    title: 'The list that ended too early',
    reports: ['pouchdb/pouchdb#7700'],
    story: 'Documents were missing at random after a sync over a bad line.',
    wrong: 'A list that ends is taken for whole.',
    why: 'What a reading lacks stays. Only two complete readings and two denials by the server make it gone.',
    async act(hall) {
      await shared(hall, 'Alpha', 'Beta', 'Gamma', 'Delta');
      await hall.syncWith('cut list', hall.ben);
    },
    complaints: (hall) => unseen(hall, 'Alpha', 'Beta', 'Gamma', 'Delta'),
  },
  {
    title: 'The position ahead of its data',
    reports: ['pouchdb/pouchdb#1240', 'pubkey/rxdb#5843'],
    story: 'A sync that was interrupted never brought the rest.',
    wrong: 'The position in the server’s changes is stored before what was read.',
    why: 'A position is stored with the last page that it covers, and a reading that was not complete proves nothing.',
    async act(hall) {
      for (const text of ['One', 'Two', 'Three']) hall.anna.save(text);
      await hall.sync(hall.anna);
      hall.ben.dieAfter(5);
      await hall.sync(hall.ben);
      await hall.rest();
    },
    complaints: (hall) => unseen(hall, 'One', 'Two', 'Three'),
  },
  {
    title: 'The item that was none',
    reports: ['rocicorp/replicache#820'],
    story: 'One broken record stopped the sync of all others.',
    wrong: 'A page is read as if every item in it were well-formed.',
    why: 'A bad item is skipped, and the others of its page count.',
    async act(hall) {
      await shared(hall, 'First');
      await hall.syncWith('bad item', hall.ben);
      hall.anna.save('Second');
      await hall.rest();
    },
    complaints: (hall) => unseen(hall, 'First', 'Second'),
  },
  {
    title: 'The write that blocked all others',
    reports: ['dexie/Dexie.js#2228'],
    story: 'The server refused one write. From then on nothing was sent any more, for ever.',
    wrong: 'The first error ends the round, and the next round begins with the same write.',
    why: 'Each write is settled alone. What the server refuses waits beside the others, with its reason.',
    async act(hall) {
      await shared(hall, 'To be deleted');
      // A plain server has no deletion.
      hall.anna.trash('To be deleted');
      hall.anna.save('Written after it');
      await hall.rest();
    },
    complaints: (hall) => unseen(hall, 'Written after it'),
  },
  {
    title: 'Somebody else’s server',
    reports: ['laurent22/joplin#5536', 'rocicorp/replicache#810'],
    story: 'The address led to another account. All notes were replaced by those of somebody else.',
    wrong: 'Whatever answers is taken for the server that was synced with.',
    why: 'A server that lacks most of what was there is not believed: sync asks, and until then everything stays.',
    async act(hall) {
      const empty = hall.server.backup();
      await shared(hall, 'Mine 1', 'Mine 2', 'Mine 3', 'Mine 4', 'Mine 5');
      hall.server.restore(empty);
      await hall.rest();
    },
    complaints: (hall) => unseen(hall, 'Mine 1', 'Mine 2', 'Mine 3', 'Mine 4', 'Mine 5'),
  },
  {
    title: 'No space for what came',
    reports: ['pubkey/rxdb#5843'],
    story: 'The disk was full while notes came in. After space was made they still didn’t come.',
    wrong: 'The position moves past what could not be stored.',
    why: 'Position and memories are stored together, or neither.',
    async act(hall) {
      for (const text of ['Red', 'Green', 'Blue']) hall.anna.save(text);
      await hall.sync(hall.anna);
      hall.ben.fillDisk(true);
      await hall.sync(hall.ben);
      hall.ben.fillDisk(false);
      await hall.rest();
    },
    complaints: (hall) => unseen(hall, 'Red', 'Green', 'Blue'),
  },
];
