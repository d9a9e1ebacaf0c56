import { beforeEach, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '../../../../src/v1/schemas/search.ts';
import { meaningHost, type MeaningHost } from '../../../support/meaning.ts';

let host: MeaningHost;

beforeEach(() => {
  host = meaningHost();
});

async function certainFor(query: string): Promise<string[]> {
  const { body } = await host.send('POST', '/memories/search', { query, mode: 'keyword', limit: 20 });
  const { memories } = body as SearchAnswer;
  return memories.filter(({ match }) => match.certain).map(({ content }) => content);
}

/** Other numbers, which share groups of digits with the wanted numbers. */
const noise = ['Ticket 30', 'Room 030 of 49', 'Fax 0307654321', 'Part 11234567', 'Bakery +49 40 1234567'];

const spellings = [
  ['0301234567', '030 1234567', '030/123-4567', '(030) 1234567', '030 123 45 67'],
  ['+49 30 1234567', '+49301234567', '+49 (0)30 123-4567', '+49 30 123 45 67', '0049 30 1234567'],
].flat();

describe('a German telephone number', () => {
  it.each(spellings)('typed as %s is found with certainty in every spelling', async (typed) => {
    for (const content of [...spellings, ...noise]) await host.save(content);
    expect(new Set(await certainFor(typed))).toEqual(new Set(spellings));
  });
});

const withExtension = ['03012345678', '030 12345-678', '+49 30 12345-678', '030/12345678', '+49 (0)30 12345678'];

describe('a German telephone number with an extension', () => {
  it.each(withExtension)('typed as %s is found with certainty in every spelling', async (typed) => {
    for (const content of [...withExtension, ...noise]) await host.save(content);
    expect(new Set(await certainFor(typed))).toEqual(new Set(withExtension));
  });
});

describe('a telephone number', () => {
  it.each([
    ['4155550123', '+1 415 555 0123'],
    ['415-555-0123', '+14155550123'],
    ['+1 (415) 555-0123', '415 555 0123'],
    ['+14155550123', '4155550123'],
    ['020 7946 0958', '+442079460958'],
    ['+44 20 7946 0958', '02079460958'],
    ['+442079460958', '020 7946 0958'],
    ['+358 9 1234567', '+358 9 1234567'],
    ['01 23 45 67 89', '+33 1 23 45 67 89'],
  ])('typed as %s finds %s', async (typed, written) => {
    for (const content of [`Call ${written}`, ...noise]) await host.save(content);
    expect(await certainFor(typed)).toEqual([`Call ${written}`]);
  });

  it.each([
    ['+44 30 1234567', '+49 30 1234567'],
    ['+44301234567', '+49301234567'],
    ['012345', '+49 12345'],
    ['0301234567', '+49 30 1234568'],
    ['030 1234567', '1234567 of 30'],
  ])('typed as %s doesn’t find %s with certainty', async (typed, written) => {
    await host.save(`Call ${written}`);
    expect(await certainFor(typed)).toEqual([]);
  });
});
