import { texts, type Exhibit } from '../exhibit.ts';

const long = `${'A line of the minutes. '.repeat(12)}The end.`;

export const rewrites: Exhibit[] = [
  {
    title: 'The note that was cut',
    reports: ['TechbeeAT/jtxBoard#1850'],
    story: 'A server kept only a part of a long note. After the next sync the rest was gone here too.',
    wrong: 'The text that the server returns replaces the one here.',
    why: 'Sync records that the shortened text on the server corresponds to the whole text here. A shortened text is never taken over.',
    choices: { rewrites: 'cuts content and tags' },
    async act(world) {
      world.anna.save(long.repeat(40));
      await world.sync(world.anna, world.anna, world.ben, world.anna);
      await world.syncUntilSettled();
    },
    complaints: ({ anna }) => (texts(anna).includes(long.repeat(40)) ? [] : ['the rest is gone']),
  },
  {
    title: 'The spelling of tags',
    reports: ['vrtmrz/obsidian-livesync#487'],
    story: 'A server turned the names of tags into lower case. Soon they were in lower case on every device.',
    wrong: 'What the server changed counts as somebody’s edit.',
    why: 'Sync stores what the server made of a memory, beside the memory itself. Only a difference from that counts as an edit.',
    choices: { rewrites: 'trims and lower-cases tags' },
    async act(world) {
      world.anna.save('To read', ['Montaigne']);
      await world.sync(world.anna, world.ben, world.anna);
      await world.syncUntilSettled();
    },
    complaints: ({ anna }) =>
      anna.shown().some(({ tags }) => tags.includes('Montaigne')) ? [] : ['the tag is spelt otherwise'],
  },
  {
    title: 'The indented line',
    reports: ['spacecowboy/NotePad#263', 'wizmer/syncorg#47'],
    story: 'A sync removed white space from texts. Soon the code in a note had lost its indentation on the device too.',
    wrong: 'What the server changed counts as somebody’s edit.',
    why: 'Only a difference from what the server made of the text counts as an edit.',
    choices: { rewrites: 'trims and lower-cases tags' },
    async act(world) {
      world.anna.save('    return answer;');
      await world.syncUntilSettled();
    },
    complaints: ({ anna }) => (texts(anna).includes('    return answer;') ? [] : ['the indentation is gone']),
  },
];
