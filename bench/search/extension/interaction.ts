import { launchChromium, type ExtensionBrowser, type Page } from '../../../scripts/browsers/index.ts';
import { ask } from '../../../scripts/harness/index.ts';
import type { RequestEnvelope } from '../../../src/v1/envelope.ts';
import { queries } from '../../embed/texts.ts';
import { median } from '../figures.ts';
import { queriesOf } from '../queries.ts';
import { copyWithoutTokenVectors, seededProfile } from './seeded.ts';

const rounds = 40;
const warmUps = 5;

/** Milliseconds, one per query. */
export interface InteractionTimes {
  with: number[];
  without: number[];
}

/**
 * Times hybrid searches with and without late interaction, the comparison of token vectors. Two browsers have the same
 * memories, but only one has token vectors. Both get every query, in alternating order.
 */
export async function interactionTimes(extension: string, size: number): Promise<InteractionTimes> {
  const seeded = await seededProfile(extension, size, 'tokens');
  const profiles = [seeded, await copyWithoutTokenVectors(extension, seeded)] as const;
  const browsers = await Promise.all(profiles.map((profile) => launchChromium({ extension, profile })));
  try {
    const [tokens, plain] = await Promise.all([popupOf(browsers[0]!), popupOf(browsers[1]!)]);
    const envelopes = searches();
    await checkThatScoresDiffer(tokens, plain, envelopes[0]!);
    const times: InteractionTimes = { with: [], without: [] };
    for (const [round, envelope] of envelopes.entries()) {
      const sides = [
        { page: tokens, into: times.with },
        { page: plain, into: times.without },
      ];
      for (const { page, into } of round % 2 === 0 ? sides : sides.toReversed()) {
        const measured = await ask(page, { kind: 'roundTrips', envelope, count: 3 });
        if (round >= warmUps) into.push(median(measured));
      }
    }
    return times;
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
}

const popupOf = (browser: ExtensionBrowser): Promise<Page> => browser.newPage(browser.address('popup.html'));

/** English questions whose words the model knows, each with two words from the notes. */
const searches = (): RequestEnvelope[] =>
  queriesOf('two words', rounds + warmUps).map(({ text }, index) => ({
    commonplace: 1,
    method: 'POST',
    path: '/v1/memories/search',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `${queries[index % queries.length]} ${text}`, mode: 'hybrid', limit: 20 }),
  }));

async function checkThatScoresDiffer(one: Page, other: Page, envelope: RequestEnvelope): Promise<void> {
  const { body: first } = await ask(one, { kind: 'request', envelope });
  const { body: second } = await ask(other, { kind: 'request', envelope });
  if (first === second) throw new Error(`Late interaction changed nothing: ${first}`);
}
