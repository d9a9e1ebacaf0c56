import { texts, type Exhibit } from '../exhibit.ts';

const long = `${'A line of the minutes. '.repeat(12)}The end.`;

/** What a server made of it. */
export const rewrites: Exhibit[] = [
  {
    title: 'The note that was cut',
    reports: ['laurent22/joplin#5560'],
    story: 'A server kept only a part of a long note. After the next sync the rest was gone here too.',
    wrong: 'What the server returns replaces what is here.',
    why: 'The server’s part stands for the whole text here: nothing shortened is ever taken over.',
    choices: { rewrites: 'cuts content and tags' },
    async act(hall) {
      hall.anna.save(long.repeat(40));
      await hall.sync(hall.anna, hall.anna, hall.ben, hall.anna);
      await hall.rest();
    },
    complaints: ({ anna }) => (texts(anna).includes(long.repeat(40)) ? [] : ['the rest is gone']),
  },
  {
    title: 'The spelling of tags',
    reports: ['glushchenko/fsnotes#724'],
    story: 'A server wrote all tags in small letters. Soon they were so on every device.',
    wrong: 'A rewrite of the server is taken for an edit.',
    why: 'What the server made of a memory is stored beside what is here. Only a difference from that is an edit.',
    choices: { rewrites: 'trims and lower-cases tags' },
    async act(hall) {
      hall.anna.save('To read', ['Montaigne']);
      await hall.sync(hall.anna, hall.ben, hall.anna);
      await hall.rest();
    },
    complaints: ({ anna }) =>
      anna.shown().some(({ tags }) => tags.includes('Montaigne')) ? [] : ['the tag is spelt otherwise'],
  },
  {
    title: 'The indented line',
    reports: [],
    story:
      'A server removed white space at the beginning of texts. Soon the code in a note had lost its indentation here.',
    wrong: 'A rewrite of the server is taken for an edit.',
    why: 'Only a difference from what the server made of the text is an edit.',
    choices: { rewrites: 'trims and lower-cases tags' },
    async act(hall) {
      hall.anna.save('    return answer;');
      await hall.rest();
    },
    complaints: ({ anna }) => (texts(anna).includes('    return answer;') ? [] : ['the indentation is gone']),
  },
];
