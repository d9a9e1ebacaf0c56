import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { bundledEmbedder } from '../../../../src/embed/bundled/embedder.ts';
import { queryLike } from '../../../../src/embed/bundled/model.ts';
import { diskFiles } from '../../../../src/embed/files/disk-files.ts';
import type { Embedder } from '../../../../src/service/ports/embedder.ts';
import type { SearchAnswer } from '../../../../src/v1/schemas/search.ts';
import { naiveVectors } from '../../../support/naive-vectors.ts';
import { testService } from '../../../support/service.ts';

const notes = [
  'The plumber repaired the boiler on Tuesday.',
  'Blood pressure this morning 128 over 82, pulse 64.',
  'Die Heizung wurde gestern vom Klempner in Ordnung gebracht.',
  'Meine Schwester wünscht sich ein Buch über Leuchttürme.',
  'Red lentil dal: toast cumin and mustard seeds.',
];

let embedder: Embedder;

/** Notes about many subjects, written by someone who doesn't know this test. */
const everyday = readFileSync('test/everyday/notes.txt', 'utf8')
  .split('\n')
  .slice(0, 60)
  .map((line) => line.replace(/^[^|]*\|/, ''));

type Like = (text: string) => Promise<SearchAnswer['memories']>;

async function likeAmong(contents: string[]): Promise<Like> {
  const vectors = naiveVectors(embedder);
  const host = testService(inMemoryStore(), {
    meaning: { embedders: { current: async () => embedder }, vectors: () => vectors },
  });
  for (const content of contents) await host.send('POST', '/memories', { content });
  return async (text) =>
    ((await host.send('POST', '/memories/search', { like: { text } })).body as SearchAnswer).memories;
}

let like: Like;
beforeAll(async () => {
  embedder = await bundledEmbedder(diskFiles());
  like = await likeAmong(notes);
});

describe('with the bundled model, `like`', () => {
  test.each([
    ['A craftsman mended the heating this week.', [notes[0]!, notes[2]!]],
    ['Der Handwerker hat den Heizkessel repariert.', [notes[0]!, notes[2]!]],
    ['Ma sœur voudrait un livre sur les phares.', [notes[3]!]],
  ])('of “%s” finds similar notes first, across languages; unrelated notes are uncertain', async (text, wanted) => {
    const found = await like(text);
    expect(found.slice(0, wanted.length).map(({ content }) => content)).toEqual(expect.arrayContaining(wanted));
    const strengthOf = (content: string) => found.find((hit) => hit.content === content)!.match.semantic!;
    for (const other of notes.filter((note) => note === notes[1] || note === notes[4])) {
      expect(found.find(({ content }) => content === other)!.match.certain).toBe(false);
      expect(strengthOf(other)).toBeLessThan(strengthOf(wanted[0]!) / 2);
    }
  });

  test.each(notes)('of “%s” finds the same text first, with a strength of 1', async (text) => {
    const [first] = await like(text);
    expect([first!.content, first!.match.semantic]).toEqual([text, 1]);
  });

  test('of an everyday note marks under a third of the nearest notes as certain; no strength is near 1', async () => {
    const likeEveryday = await likeAmong(everyday);
    const nearest = [];
    for (const note of everyday.filter((_, index) => index % 6 === 0)) {
      const others = (await likeEveryday(note)).filter(({ content }) => content !== note);
      nearest.push(...others.slice(0, 5).map(({ match }) => match));
    }
    expect(nearest.filter(({ certain }) => certain).length).toBeLessThan(nearest.length / 3);
    expect(Math.max(...nearest.map(({ semantic }) => semantic!))).toBeLessThan(0.95);
  });

  test('of a text in two languages uses the thresholds of the language with the larger share', async () => {
    const vectorOf = async (text: string) => (await embedder.passages(text))[0]!.vector;
    const [english, german] = [await vectorOf(notes[0]!), await vectorOf(notes[2]!)];
    const mean = (share: number) => english.map((value, index) => share * value + (1 - share) * german[index]!);
    expect(queryLike(mean(0.7)).certain).toBeUndefined();
    expect(queryLike(mean(0.3)).certain).toBeDefined();
  });
});
