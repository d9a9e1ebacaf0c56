import fc from 'fast-check';
import { expect, it } from 'vitest';
import { siteOf } from '../../../../src/lib/site.ts';
import { foldTexts, phraseOf } from '../../../../src/lib/text/phrase.ts';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { checkProperty } from '../../../support/property.ts';
import { Notebook } from './notebook.ts';
import { allLayouts } from './searching.ts';

const vocabulary =
  'sail Sails sailing café cafe CAFE org example 東京 東京都 京都 都 3 2026 don’t ёлка naïve 10บาท บาท'.split(' ');
const text = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const note = fc.record({
  content: text,
  title: fc.option(text),
  tags: fc.uniqueArray(fc.constantFrom('sail', 'café', '東京 trip'), { maxLength: 2 }),
  url: fc.option(fc.constantFrom('https://www.example.org/boat', 'http://sail.example/')),
});
const edit = fc.tuple(
  fc.integer({ min: 0, max: 9 }).map((number) => `mem_${number}`),
  fc.option(note),
);

it.each(allLayouts)(
  'finds every memory that contains a phrase, and no other memory if the phrase is one word: %s',
  async (_, parts) => {
    await checkProperty(
      'phrases in the keyword index',
      fc.asyncProperty(
        fc.array(edit, { minLength: 1, maxLength: 12 }),
        fc.array(text, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(undefined, 'example.org', 'example'),
        async (edits, queries, site) => {
          const notebook = new Notebook();
          const index = keywordIndex(parts);
          for (const [id, saved] of edits) {
            if (saved !== null) notebook.save(id, saved);
            else notebook.erase(id);
            await index.catchUp(notebook);
          }
          const passing = notebook.live().filter(({ url }) => {
            const ownSite = url === null ? null : siteOf(url);
            return site === undefined || ownSite === site || ownSite?.endsWith(`.${site}`) === true;
          });
          for (const query of [...vocabulary, ...queries]) {
            const { words, isMultiWord, isIn } = phraseOf(query)!;
            const expected = passing
              .filter(({ content, title, tags, url }) =>
                isIn(foldTexts([content, title ?? '', ...tags, url === null ? '' : siteOf(url)!])),
              )
              .map(({ id }) => id);
            const found = await index.containing(words, { site });
            expect(found, query).toEqual(expect.arrayContaining(expected));
            if (!isMultiWord) expect(found.sort(), query).toEqual(expected.sort());
          }
        },
      ),
      { seed: 20_261_122, runs: 60, seconds: 1 },
    );
  },
);
