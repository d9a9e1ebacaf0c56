import { conflictTag } from '../../../src/lib/sync.ts';
import { lost, saveShared, texts, unseen, type Exhibit } from '../exhibit.ts';

export const edits: Exhibit[] = [
  {
    title: 'The second edit',
    reports: ['laurent22/joplin#13531'],
    story: 'A note was edited on two devices. One of the edits was gone, and the list of conflicts was empty.',
    wrong: 'The later time wins, and the other text is overwritten.',
    why: 'Sync keeps the last text that both sides had. If both sides changed it in ways that can’t be merged, one of the new texts becomes a conflict copy, on every device.',
    async act(world) {
      await saveShared(world, 'The plan');
      world.anna.edit('The plan', 'The plan of Anna');
      world.ben.edit('The plan', 'The plan of Ben');
      await world.syncUntilSettled();
    },
    complaints: (world) => [...lost(world, 'The plan of Anna', 'The plan of Ben')],
  },
  {
    title: 'The clock that was ahead',
    reports: ['ZhFahim/anchor#125'],
    story: 'One device’s clock was ahead of another’s. Edits made on the other device were undone.',
    wrong: 'Times of different clocks are compared.',
    why: 'No clock decides: an edit is a difference from the last text that both sides had.',
    async act(world) {
      world.anna.setClock(3 * 86_400_000);
      await saveShared(world, 'Flight at 9');
      world.ben.edit('Flight at 9', 'Flight at 7');
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'Flight at 7'),
  },
  {
    title: 'Edited here, deleted there',
    reports: ['laurent22/joplin#9148'],
    story:
      'A note was deleted on one device. On another one, somebody worked on it for a day before it synced. Then the work was gone.',
    wrong: 'A deletion wins over an edit that the person who deleted the note hadn’t seen.',
    why: 'An edit wins over a deletion: the note stays, with the new text.',
    server: 'extended',
    async act(world) {
      await saveShared(world, 'Draft');
      world.anna.trash('Draft');
      world.ben.edit('Draft', 'Draft, a day of work');
      await world.sync(world.anna, world.ben);
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'Draft, a day of work'),
  },
  {
    title: 'The tag that an edit removed',
    reports: ['super-productivity/super-productivity#9095'],
    story: 'One person renamed an entry while another changed it on another device. The new name was gone.',
    wrong: 'The whole record is sent, and replaces the one on the server.',
    why: 'Only fields that changed are sent, and text and tags are merged separately.',
    async act(world) {
      await saveShared(world, 'Soup');
      world.anna.tag('Soup', 'winter');
      world.ben.edit('Soup', 'Soup with leeks');
      await world.syncUntilSettled();
    },
    complaints: ({ anna, ben }) =>
      [anna, ben].flatMap((person) => {
        const soup = person.shown().find(({ text }) => text === 'Soup with leeks');
        return soup === undefined ? ['the text is gone'] : soup.tags.includes('winter') ? [] : ['the tag is gone'];
      }),
  },
  {
    title: 'Half a meeting',
    reports: ['streetwriters/notesnook#9763', 'remotely-save/remotely-save#697'],
    story:
      'The notes of a meeting were written on two devices. After a sync both had the text of one. Half of the notes was gone, from the history too.',
    wrong: 'One of the two texts is chosen, and the other dropped.',
    why: 'Changes to different lines are merged; otherwise both texts are kept.',
    async act(world) {
      await saveShared(world, 'Welcome\nBudget\nEnd');
      world.anna.edit('Welcome\nBudget\nEnd', 'Welcome to all\nBudget\nEnd');
      world.ben.edit('Welcome\nBudget\nEnd', 'Welcome\nBudget\nEnd at noon');
      await world.syncUntilSettled();
    },
    complaints: (world) => {
      const all = [world.anna, world.ben].map((person) => texts(person).join('\n'));
      return ['Welcome to all', 'End at noon'].filter((line) => !all.every((text) => text.includes(line)));
    },
  },
  {
    title: 'A copy for every round',
    reports: ['standardnotes/forum#928', 'standardnotes/forum#3276'],
    story: 'One conflict produced hundreds of copies, or its only copy was gone.',
    wrong: 'The same conflict is found again in each sync, or is decided without telling anyone.',
    why: 'A conflict makes one copy, which from then on is an ordinary memory.',
    async act(world) {
      await saveShared(world, 'The list');
      world.anna.edit('The list', 'The list of Anna');
      world.ben.edit('The list', 'The list of Ben');
      await world.syncUntilSettled();
      await world.syncUntilSettled();
    },
    complaints: ({ anna, ben }) =>
      [anna, ben].flatMap((person) =>
        person.shown().length === 2 ? [] : [`${person.shown().length} in place of two`],
      ),
  },
  {
    title: 'The letter that came late',
    reports: ['Igalia/phpreport#461', 'nerds-odd-e/doughnut#1578'],
    story: 'An edit was delayed on the way. It arrived after the next edit, and overwrote that one.',
    wrong: 'The delayed text counts as somebody’s latest edit.',
    why: 'A write that got no answer is remembered for a day. If it arrives late, the text here is sent again.',
    async act(world) {
      await saveShared(world, 'Call at 3');
      world.anna.edit('Call at 3', 'Call at 4');
      world.whileSyncing(30_000, () => {
        world.anna.edit('Call at 4', 'Call at 5');
        world.anna.sync();
      });
      await world.syncWith('late', world.anna);
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'Call at 5'),
  },
  {
    title: 'Deleted here, edited there',
    reports: [],
    story:
      'One person worked on a note and synced. Another, whose clock was ahead, had deleted the note offline before. When that device came back online, the work was gone.',
    wrong: 'The deletion is sent, though the note has changed on the server since.',
    why: 'An edit brings a deleted note back, whether edit or deletion reaches the server first.',
    server: 'extended',
    async act(world) {
      await saveShared(world, 'Letter');
      world.anna.setClock(86_400_000);
      world.anna.trash('Letter');
      world.ben.edit('Letter', 'Letter, finished');
      await world.sync(world.ben, world.anna);
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'Letter, finished'),
  },
  {
    title: 'Typed while it was sent',
    reports: ['pubkey/rxdb#4698', 'mozilla/notes#1476'],
    story: 'A sentence was added while the note was being sent. The sentence never reached the other device.',
    wrong: 'Once the answer arrives, the whole note counts as sent, including what was typed meanwhile.',
    why: 'The text that was sent is recorded. If the note differs from it when the answer arrives, the difference is sent next.',
    async act(world) {
      await saveShared(world, 'Here before');
      world.anna.save('Dear Ben');
      world.whileSyncing(250, () => world.anna.edit('Dear Ben', 'Dear Ben, thank you'));
      await world.sync(world.anna);
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'Dear Ben, thank you'),
  },
  {
    title: 'The edit that changed nothing',
    reports: ['nextcloud/notes-android#353', 'gsantner/markor#5'],
    story:
      'A note was opened and closed again, with the same text. It counted as edited, and a real edit from another device was gone.',
    wrong: 'A note counts as edited, even if its text is the same afterwards.',
    why: 'An edit is a difference from the last version that both sides had. Without a difference nothing is sent.',
    async act(world) {
      await saveShared(world, 'Lunch at 12');
      world.ben.edit('Lunch at 12', 'Lunch at 2');
      await world.sync(world.ben);
      world.anna.edit('Lunch at 12', 'Lunch at 1');
      world.anna.edit('Lunch at 1', 'Lunch at 12');
      await world.syncUntilSettled();
    },
    complaints: (world) => unseen(world, 'Lunch at 2'),
  },
  {
    title: 'The tag that came back',
    reports: ['super-productivity/super-productivity#8956', 'tasks/tasks#2419'],
    story:
      'A tag was removed on one device. Another device changed the same note, and so brought the removed tag back.',
    wrong: 'The whole list of tags is sent.',
    why: 'Each tag that was added or removed is merged by itself.',
    async act(world) {
      world.anna.save('Soup', ['to do']);
      await world.sync(world.anna, world.ben);
      world.anna.untag('Soup', 'to do');
      await world.sync(world.anna);
      world.ben.tag('Soup', 'winter');
      await world.syncUntilSettled();
    },
    complaints: ({ anna, ben }) =>
      [anna, ben].flatMap((person) => {
        const tags = person.shown().flatMap((row) => row.tags);
        return tags.join() === 'winter' ? [] : [`the tags are ${tags.join(', ')}`];
      }),
  },
  {
    title: 'The mark that vanished',
    reports: ['standardnotes/forum#678', 'standardnotes/desktop#576'],
    story: 'A conflict was marked. Once the copy had been opened, the mark was gone, though nothing was decided.',
    wrong: 'Opening a note counts as a decision, and ends the conflict.',
    why: 'The mark is a tag, so it is on every device. Opening a memory changes nothing: only an act, such as removing the tag, ends a conflict.',
    async act(world) {
      const both = [world.anna, world.ben];
      for (const text of ['Guests', 'Songs']) {
        await saveShared(world, text);
        world.anna.edit(text, `${text}: Ada, Carl`);
        world.ben.edit(text, `${text}: Dora, Emil`);
        await world.syncUntilSettled();
      }
      for (const person of both) for (const { text } of person.shown()) person.open(text);
      await world.syncUntilSettled();
      // The act that ends the second conflict.
      for (const text of texts(world.ben)) if (text.startsWith('Songs')) world.ben.untag(text, conflictTag);
      await world.syncUntilSettled();
    },
    complaints: ({ anna, ben }) =>
      [anna, ben].flatMap((person) => {
        const marked = person.shown().filter(({ tags }) => tags.includes(conflictTag));
        const isRight = marked.length === 1 && marked[0]!.text.startsWith('Guests');
        return isRight ? [] : [`marked: ${marked.map(({ text }) => text).join('; ') || 'nothing'}`];
      }),
  },
  {
    title: 'The wrong copy',
    reports: ['standardnotes/forum#678'],
    story:
      'After a conflict, nothing showed any more which text was which. The copy with a day’s work was deleted instead of the other one.',
    wrong: 'The choice between the two texts can’t be undone.',
    why: 'Both texts stay, and the copy is tagged, until a person decides. A text that was deleted by mistake is in the trash.',
    async act(world) {
      await saveShared(world, 'Guests');
      world.anna.edit('Guests', 'Guests: Ada, Carl');
      world.ben.edit('Guests', 'Guests: Dora, Emil');
      await world.syncUntilSettled();
      world.ben.trash('Guests: Ada, Carl');
      world.ben.trash('Guests: Dora, Emil');
      await world.syncUntilSettled();
    },
    complaints: (world) => lost(world, 'Guests: Ada, Carl', 'Guests: Dora, Emil'),
  },
];
