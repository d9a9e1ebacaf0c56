import { doubled, saveShared, texts, unseen, type Exhibit } from '../exhibit.ts';

export const doubles: Exhibit[] = [
  {
    title: 'The answer that never came',
    reports: ['streetcomplete/StreetComplete#4853', 'nextcloud/notes-android#3358'],
    story: 'A save got no answer. It was sent again, and then the note existed twice.',
    wrong: 'A save without an answer is sent again, though the server had it.',
    why: 'A write is recorded before it is sent. If it gets no answer, sync looks on the server for the note before it sends the write again.',
    async act(world) {
      await saveShared(world, 'Here before');
      world.anna.save('On the train');
      await world.syncWith('answer lost', world.anna);
      await world.syncUntilSettled();
    },
    complaints: (world) => [...doubled(world, 'On the train'), ...unseen(world, 'On the train')],
  },
  {
    title: 'The sign-in page of the train',
    reports: [],
    story: 'The sign-in page of a public network answered in place of the server, and notes were saved twice.',
    wrong: 'An answer that can’t be read counts as a failure, and the save is sent again.',
    why: 'Such an answer says nothing about the write. Sync looks for the note on the server, as if there had been no answer.',
    async act(world) {
      await saveShared(world, 'Here before');
      world.anna.save('Seat 61');
      await world.syncWith('garbage', world.anna);
      await world.syncUntilSettled();
    },
    complaints: (world) => [...doubled(world, 'Seat 61'), ...unseen(world, 'Seat 61')],
  },
  {
    title: 'The request that came twice',
    reports: ['NatLabRockies/api-umbrella#18'],
    story: 'A proxy between the device and the server repeated a request, and the note existed twice.',
    wrong: 'Everything that the server has is shown.',
    why: 'For a day after a device sends a note, it recognises a second copy of the note on the server. It hides the copy, and marks it so that other devices hide it too.',
    async act(world) {
      await saveShared(world, 'Here before');
      world.anna.save('Sent once');
      await world.syncWith('twice', world.anna);
      await world.syncUntilSettled();
    },
    complaints: (world) => [...doubled(world, 'Sent once'), ...unseen(world, 'Sent once')],
  },
  {
    title: 'The reload in the middle',
    reports: ['pubkey/rxdb 16.18.0', 'super-productivity/super-productivity#8761'],
    story:
      'The tab was reloaded while it sent a note. Afterwards the note was missing on the server, or was there twice.',
    wrong: 'A write is recorded only after it was sent.',
    why: 'A write is recorded before it is sent, and all that its answer changes is stored in one transaction. So the process may end at any step.',
    async act(world) {
      await saveShared(world, 'Here before');
      world.anna.save('Written just before');
      for (let steps = 1; steps <= 30; steps++) {
        world.anna.dieAfter(steps);
        await world.sync(world.anna);
      }
      world.anna.dieAfter(Infinity);
      await world.syncUntilSettled();
    },
    complaints: (world) => [...doubled(world, 'Written just before'), ...unseen(world, 'Written just before')],
  },
  {
    title: 'The disk that was full',
    reports: ['laurent22/joplin#5560'],
    story: 'While the disk was full, a note was sent again and again. Then it existed more than once.',
    wrong: 'A write is sent though the device can’t store the answer.',
    why: 'A write that can’t be recorded isn’t sent.',
    async act(world) {
      await saveShared(world, 'Here before');
      world.anna.save('On a full disk');
      world.anna.setDiskFull(true);
      await world.sync(world.anna, world.anna, world.anna);
      world.anna.setDiskFull(false);
      await world.syncUntilSettled();
    },
    complaints: (world) => [...doubled(world, 'On a full disk'), ...unseen(world, 'On a full disk')],
  },
  {
    title: 'The same notes on both devices',
    reports: ['laurent22/joplin#605'],
    story: 'Two devices had the same notes, imported before the first sync. Afterwards each note existed twice.',
    wrong: 'A note without an id from the server counts as new.',
    why: 'At the first sync, notes with equal texts are treated as one.',
    async act(world) {
      world.anna.save('Passport number', ['papers']);
      world.ben.save('Passport number', ['travel']);
      await world.syncUntilSettled();
    },
    complaints: (world) => doubled(world, 'Passport number'),
  },
  {
    title: 'The error after the work was done',
    reports: ['owncloud/android#554', 'apify/apify-client-python#990'],
    story: 'The server saved a note but answered with an error. The next attempt saved the note once more.',
    wrong: 'An error from the server is taken to mean that nothing was done.',
    why: 'After an error from the server, the write may or may not have been done. Sync looks for the note on the server.',
    async act(world) {
      await saveShared(world, 'Here before');
      world.anna.save('Bad gateway');
      await world.syncWith('fails after', world.anna);
      await world.syncUntilSettled();
    },
    complaints: (world) => [...doubled(world, 'Bad gateway'), ...unseen(world, 'Bad gateway')],
  },
  {
    title: 'Edited before the answer came',
    reports: ['nextcloud/notes-android#3296'],
    story:
      'A save got no answer, and the note was edited meanwhile. Afterwards there were two notes, with the old text and the new one.',
    wrong:
      'The edit replaces the record of the write that was sent, so it is no longer known what may be on the server.',
    why: 'A write stays recorded until its outcome is known. The edit is sent after that.',
    async act(world) {
      await saveShared(world, 'Here before');
      world.anna.save('Draft');
      await world.syncWith('answer lost', world.anna);
      world.anna.edit('Draft', 'Draft, finished');
      await world.syncUntilSettled();
    },
    complaints: (world) => [
      ...doubled(world, 'Draft, finished'),
      ...unseen(world, 'Draft, finished'),
      ...[world.anna, world.ben].flatMap((person) =>
        texts(person).includes('Draft') ? ['"Draft" is still there'] : [],
      ),
    ],
  },
];
