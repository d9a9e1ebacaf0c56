import { doubled, shared, texts, unseen, type Exhibit } from '../exhibit.ts';

/** What was there twice. */
export const doubles: Exhibit[] = [
  {
    title: 'The answer that never came',
    reports: ['lfx-self-serve#1409'],
    story: 'A save got no answer. It was sent again, and the note was there twice.',
    wrong: 'A save without an answer is sent again, though the server had it.',
    why: 'A write is on record before it is sent. One without an answer is looked up on the server before it is sent again.',
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
    story: 'A captive portal answered in place of the server, and notes came to be there twice.',
    wrong: 'An answer that can’t be read counts as a failure, and the save is sent again.',
    why: 'Such an answer says nothing about the write. It is looked up, as after no answer.',
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
    reports: ['laurent22/joplin#13920'],
    story: 'Something between the device and the server repeated a request. The note was there twice.',
    wrong: 'Whatever the server has is shown.',
    why: 'A second copy of what was sent is recognised for a day, hidden here, and marked for the other devices.',
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
    reports: ['pubkey/rxdb 16.18.0'],
    story: 'The tab was reloaded while it sent. Afterwards the note was missing on the server, or was there twice.',
    wrong: 'That a write was sent is stored after it was sent.',
    why: 'A write is on record before it leaves, and its answer is stored in one transaction. A process may end at any step.',
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
    story: 'On a full disk a note was sent again and again, and was there many times.',
    wrong: 'A write is sent though its answer can’t be stored.',
    why: 'A write that can’t be put on record isn’t sent.',
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
    reports: [],
    story: 'Someone had imported the same notes on two devices before the first sync. All were there twice.',
    wrong: 'What has no id of the server is new.',
    why: 'At first contact equal texts are bound to each other.',
    async act(hall) {
      hall.anna.save('Passport number', ['papers']);
      hall.ben.save('Passport number', ['papers']);
      await hall.rest();
    },
    complaints: (hall) => doubled(hall, 'Passport number'),
  },
  {
    title: 'The error after the work was done',
    reports: [],
    story: 'The server said that it had failed, though it had saved. The next attempt saved once more.',
    wrong: 'An error of the server is taken for “nothing was done”.',
    why: 'After an error of the server nobody knows. The write is looked up.',
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
    reports: ['super-productivity#8761'],
    story:
      'A save got no answer, and the note was edited meanwhile. Afterwards the old text was there beside the new one.',
    wrong: 'The edit replaces the write that was sent, so nobody knows any more what may be on the server.',
    why: 'What was sent stays on record until it is settled. The edit is sent after it.',
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
