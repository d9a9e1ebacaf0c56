import { beforeAll, describe, expect, it, test } from 'vitest';
import type { SearchHit } from '../../../../src/v1/schemas/search.ts';
import { isLessCertain } from '../../../../src/ui/state/certainty.ts';
import { createResults, type Results } from '../../../../src/ui/state/results.ts';
import { isStopWord } from '../../../../src/lib/text/stop-words.ts';
import { segmentWords } from '../../../../src/lib/text/words.ts';
import { connectToService } from '../connection.ts';

/** A realistic notebook: titles, one-line notes, a recipe, a few paragraphs. */
const memories = [
  'The plumber Mr. Okafor fixed the boiler on Elm Street, 0161 496 0123',
  'Wifi at the cabin: network Heron, password is on the fridge',
  'Dentist appointment moved to Thursday 14:30',
  'How to bleed a radiator - The Homeowner’s Handbook',
  'Passport renewal takes six weeks; photos must be 35 by 45 mm',
  'Anna is allergic to walnuts and cashews',
  'Return the drill to Marek before the weekend',
  'Sourdough: 500 g flour, 350 g water, 100 g starter, 10 g salt. Fold four times, rest overnight in the fridge, bake 45 minutes at 230 degrees.',
  'Meeting notes: budget for the new kitchen is approved, Marek orders the tiles, Anna asks the electrician about the second socket',
  'The best coffee in Lisbon is near the tram stop on Rua da Graça',
  'Tram 28 runs every ten minutes',
  'Car insurance renews on 3 May, policy number KX-4471',
  'Library books due back on the 21st',
  'git rebase --onto main feature~3 feature',
  'Postgres: VACUUM does not shrink the table file, VACUUM FULL does but locks the table',
  '“The map is not the territory.” Alfred Korzybski',
  'Gift ideas for Dad: slippers, the book about lighthouses, a better torch',
  'Lighthouse at Cape Wrath, open from Easter on',
  'Running shoes: size 44, wide fit, replace after 700 km',
  'The kitchen tap drips: washer size 15 mm, valve under the sink',
  'Doctor says iron tablets with orange juice, not with tea',
  'Rent is due on the first, landlord is Mrs. Petrova, account ends in 8817',
  'Bicycle pump is in the shed behind the ladder',
  'Why do cats purr? They purr when they are content, but also when they are hurt: the vibration may help bones to heal. A purr is made by the larynx, not by the lungs, and it goes on while the cat breathes in and out. Kittens purr from the second day on, so that their mother finds them; a cat that waits for food hides a cry in its purr, which people find hard to ignore. Big cats that roar can not purr, and those that purr can not roar; the cheetah is one of those that purr. Nobody knows whether cats purr when nobody is there, though vets who listen to sleeping cats say that some do.',
  'Tomato seedlings: sow in March, plant out after the last frost, pinch out side shoots',
  'Flight to Oslo leaves at 06:40 from terminal 2, check in online',
  'Oslo: ferry to the museums from pier 3, tickets on board',
  'Piano teacher: Ms. Lindqvist, Tuesdays at five, lesson is 40 minutes',
  'Tea',
  'Washing machine: error E18 means the filter is blocked; open the flap below and have a towel at hand',
];

let results: Results;
let client: ReturnType<typeof connectToService>['client'];

beforeAll(async () => {
  ({ client } = connectToService());
  for (const content of memories) await client.memories.create({ content });
  results = createResults(client);
});

async function search(query: string) {
  results.query.value = query;
  await results.refresh();
  return results.view.value!.memories;
}

/** All pairs of words in a text that are adjacent once its stop words are left out. */
function pairsOf(content: string): string[] {
  const words = Array.from(segmentWords(content), ({ word }) => word).filter((word) => !isStopWord(word));
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

describe('a hit', () => {
  it('is certain for a query of two adjacent words, ignoring stop words and a final space', async () => {
    const uncertain: string[] = [];
    let searches = 0;
    for (const content of memories) {
      for (const pair of pairsOf(content)) {
        for (const query of [pair, `${pair} `]) {
          const hit = (await search(query)).find((memory) => memory.content === content);
          if (hit === undefined || isLessCertain(hit)) uncertain.push(`${query}| ${hit?.match?.keyword}`);
          searches++;
        }
      }
    }
    expect(searches).toBeGreaterThan(400);
    expect(uncertain).toEqual([]);
  });

  it('is certain in a very long memory', async () => {
    const { client: another } = connectToService();
    for (let number = 0; number < 200; number++) await another.memories.create({ content: `note ${number}` });
    const page = Array.from({ length: 6_000 }, (_, index) => `word${index}`).join(' ');
    await another.memories.create({ content: `zebra crossing ${page}` });
    const { memories: hits } = await another.memories.search({ query: 'zebra crossing' });
    expect(hits).toHaveLength(1);
    expect(isLessCertain(hits[0]!)).toBe(false);
  });

  it('is not certain if only one of many words matches', async () => {
    const { memories: hits } = await client.memories.search({ query: 'purring ferry insurance slippers tea ' });
    const tea = hits.find(({ content }) => content.startsWith('Doctor'))!;
    expect(isLessCertain(tea)).toBe(true);
  });
});

test('a list shows all certain hits and at most three less certain hits', async () => {
  const query = 'purring ferry insurance slippers tea kitchen fridge ';
  const { memories: hits } = await client.memories.search({ query, limit: 20 });
  const isSure = (hit: SearchHit) => hit.match.certain;
  expect(hits.filter((hit) => !isSure(hit)).length).toBeGreaterThan(3);
  const ids = (some: { id: string }[]) => some.map(({ id }) => id);
  expect(ids(await search(query))).toEqual(
    ids([...hits.filter(isSure), ...hits.filter((hit) => !isSure(hit)).slice(0, 3)]),
  );
});
