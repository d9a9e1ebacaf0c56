import { doubled, shared, texts, unseen, type Exhibit } from '../exhibit.ts';

/** Notes that existed twice. */
export const doubles: Exhibit[] = [
  {
    title: 'The answer that never came',
    reports: ['streetcomplete/StreetComplete#4853', 'nextcloud/notes-android#3358'],
    story: 'A save got no answer. It was sent again, and then the note existed twice.',
    wrong: 'A save without an answer is sent again, though the server had it.',
    why: 'A write is recorded before it is sent. If it gets no answer, sync looks on the server for the note before it sends the write again.',
    async act(hall) {
      await shared(hall, 'Here before');
      hall.anna.save('On the train');
      await hall.syncWith('answer lost', hall.anna);
      await hall.rest();
    },
    complaints: (hall) => [...doubled(hall, 'On the train'), ...unseen(hall, 'On the train')],
  },
  {
    title: 'The sign-in page of the train',
    reports: [],
    story: 'The sign-in page of a public network answered in place of the server, and notes were saved twice.',
    wrong: 'An answer that can’t be read counts as a failure, and the save is sent again.',
    why: 'Such an answer says nothing about the write. Sync looks for the note on the server, as if there had been no answer.',
    async act(hall) {
      await shared(hall, 'Here before');
      hall.anna.save('Seat 61');
      await hall.syncWith('garbage', hall.anna);
      await hall.rest();
    },
    complaints: (hall) => [...doubled(hall, 'Seat 61'), ...unseen(hall, 'Seat 61')],
  },
  {
    title: 'The request that came twice',
    reports: ['NatLabRockies/api-umbrella#18'],
    story: 'A proxy between the device and the server repeated a request, and the note existed twice.',
    wrong: 'Everything that the server has is shown.',
    why: 'For a day, a second copy of a note that was sent is recognised. It is hidden here, and marked so that other devices hide it.',
    async act(hall) {
      await shared(hall, 'Here before');
      hall.anna.save('Sent once');
      await hall.syncWith('twice', hall.anna);
      await hall.rest();
    },
    complaints: (hall) => [...doubled(hall, 'Sent once'), ...unseen(hall, 'Sent once')],
  },
  {
    title: 'The reload in the middle',
    reports: ['pubkey/rxdb 16.18.0', 'super-productivity/super-productivity#8761'],
    story:
      'The tab was reloaded while it sent a note. Afterwards the note was missing on the server, or was there twice.',
    wrong: 'A write is recorded only after it was sent.',
    why: 'A write is recorded before it is sent, and all that its answer changes is stored in one transaction. So the process may end at any step.',
    async act(hall) {
      await shared(hall, 'Here before');
      hall.anna.save('Written just before');
      for (let steps = 1; steps <= 30; steps++) {
        hall.anna.dieAfter(steps);
        await hall.sync(hall.anna);
      }
      hall.anna.dieAfter(Infinity);
      await hall.rest();
    },
    complaints: (hall) => [...doubled(hall, 'Written just before'), ...unseen(hall, 'Written just before')],
  },
  {
    title: 'The disk that was full',
    reports: ['laurent22/joplin#5560'],
    story: 'While the disk was full, a note was sent again and again. Then it existed more than once.',
    wrong: 'A write is sent though the device can’t store the answer.',
    why: 'A write that can’t be recorded isn’t sent.',
    async act(hall) {
      await shared(hall, 'Here before');
      hall.anna.save('On a full disk');
      hall.anna.fillDisk(true);
      await hall.sync(hall.anna, hall.anna, hall.anna);
      hall.anna.fillDisk(false);
      await hall.rest();
    },
    complaints: (hall) => [...doubled(hall, 'On a full disk'), ...unseen(hall, 'On a full disk')],
  },
  {
    title: 'The same notes on both devices',
    reports: ['laurent22/joplin#605'],
    story: 'Two devices had the same notes, imported before the first sync. Afterwards each note existed twice.',
    wrong: 'A note without an id from the server is taken for new.',
    why: 'At the first sync, notes with equal texts are treated as one.',
    async act(hall) {
      hall.anna.save('Passport number', ['papers']);
      hall.ben.save('Passport number', ['papers']);
      await hall.rest();
    },
    complaints: (hall) => doubled(hall, 'Passport number'),
  },
  {
    title: 'The error after the work was done',
    reports: ['owncloud/android#554', 'apify/apify-client-python#990'],
    story: 'The server saved a note but answered with an error. The next attempt saved the note once more.',
    wrong: 'An error from the server is taken to mean that nothing was done.',
    why: 'After an error from the server, the write may or may not have been done. Sync looks for the note on the server.',
    async act(hall) {
      await shared(hall, 'Here before');
      hall.anna.save('Bad gateway');
      await hall.syncWith('fails after', hall.anna);
      await hall.rest();
    },
    complaints: (hall) => [...doubled(hall, 'Bad gateway'), ...unseen(hall, 'Bad gateway')],
  },
  {
    title: 'Edited before the answer came',
    reports: ['nextcloud/notes-android#3296'],
    story:
      'A save got no answer, and the note was edited meanwhile. Afterwards there were two notes, with the old text and the new one.',
    wrong:
      'The edit replaces the record of the write that was sent, so it is no longer known what may be on the server.',
    why: 'A write stays recorded until its outcome is known. The edit is sent after that.',
    async act(hall) {
      await shared(hall, 'Here before');
      hall.anna.save('Draft');
      await hall.syncWith('answer lost', hall.anna);
      hall.anna.edit('Draft', 'Draft, finished');
      await hall.rest();
    },
    complaints: (hall) => [
      ...doubled(hall, 'Draft, finished'),
      ...unseen(hall, 'Draft, finished'),
      ...[hall.anna, hall.ben].flatMap((person) => (texts(person).includes('Draft') ? ['"Draft" is still there'] : [])),
    ],
  },
];
