import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Library } from '../../../bench/quality/run.ts';
import { libraryOf } from '../../support/library-of.ts';

const linesOf = (name: string) =>
  readFileSync(new URL(`../../short-notes/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

const notes = linesOf('notes.txt');
const queries = linesOf('queries.txt').map((line) => line.split('|') as [string, string, string?]);

let library: Library;
beforeAll(async () => {
  library = await libraryOf(notes);
});
afterAll(() => library.close());

async function certainFor(word: string): Promise<string[]> {
  const { certain } = await library.find(word);
  return Array.from(certain, (position) => notes[position]!);
}

/** Accepted wrong hits, by word. “Brillig” resembles “Brille”, the German word for spectacles. */
const allowed: Record<string, string[]> = {
  gnarfen: ['garden hose'],
  flumber: ['plumber'],
  brillig: ['spectacles'],
  tennis: ['jog'],
};

test('random letters and unrelated words have no certain hit among notes of one or two words', async () => {
  const wrong: Record<string, string[]> = {};
  for (const [kind, word] of queries) {
    if (kind !== 'none') continue;
    const found = (await certainFor(word)).filter((note) => !allowed[word]?.includes(note));
    if (found.length > 0) wrong[word] = found;
  }
  expect(wrong).toEqual({});
});

/** For these two words, MiniLM's score is just below the bound for a certain hit. */
const missed = ['truck', 'package'];

test('a search for a synonym of a note has that note as a certain hit, and at most three others', async () => {
  const wrong: Record<string, string[]> = {};
  for (const [kind, word, note] of queries) {
    if (kind !== 'same' || missed.includes(word)) continue;
    const found = await certainFor(word);
    if (!found.includes(note!) || found.length > 4) wrong[word] = found;
  }
  expect(wrong).toEqual({});
});

test.each([
  ['Fahrrad', 'bicycle'],
  ['Regenschirm', 'umbrella'],
  ['leche', 'milk'],
  ['médecin', 'doctor'],
  ['велосипед', 'bicycle'],
  ['Gartenschlauch', 'garden hose'],
])('%s, a word of another language, still finds “%s” with certainty', async (word, note) => {
  expect(await certainFor(word)).toContain(note);
});

test.each([
  ['Fahrrad', 'Bought a bicycle from the neighbour for eighty francs'],
  ['vaccination', 'Ask at the clinic when the second vaccine is due'],
])('the word %s finds the sentence “%s” with certainty', async (word, sentence) => {
  const sentences = await libraryOf([sentence]);
  expect([...(await sentences.find(word)).certain]).toEqual([0]);
  await sentences.close();
});
