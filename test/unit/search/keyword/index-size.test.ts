import { expect, test } from 'vitest';
import { segmentWords } from '../../../../src/lib/text/words.ts';
import { bagOf, wordsIn } from '../../../../src/search/keyword/bag.ts';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { everydaySet } from '../../../everyday/everyday.ts';
import { report } from '../../../support/rounds.ts';
import { Notebook } from './notebook.ts';

const notes = everydaySet('exact').groups[0]!.documents;
const wordsOf = (text: string): string[] => Array.from(segmentWords(text), ({ word }) => word);
const bagWords = (content: string) => wordsIn(bagOf({ content, title: null, tags: [], url: null }));

/** The size of the stored index of these notes, in bytes. */
async function storedBytes(contents: string[]): Promise<number> {
  const notebook = new Notebook();
  for (const [position, content] of contents.entries()) notebook.save(`note ${position}`, { content });
  let bytes = 0;
  let freeze: (() => Promise<void>) | undefined;
  const index = keywordIndex({
    files: {
      read: async () => undefined,
      async write(_, written) {
        bytes += written.length;
      },
      async remove() {},
    },
    whenQuiet: (work) => (freeze = work),
  });
  await index.catchUp(notebook);
  await freeze!();
  return bytes;
}

test('the index contains the words of the texts, some also with their signs, but no split or joined words', () => {
  const added = notes.flatMap((note) => {
    const words = new Set(wordsOf(note));
    return bagWords(note).filter((word) => !words.has(word));
  });
  // The only additions are words with their signs, such as C++.
  expect(added.filter((word) => !/^\.|[+#]$/.test(word))).toEqual([]);
  expect(bagWords('e-mail about ice cream, wifi and 030 1234567')).toEqual(
    wordsOf('e-mail about ice cream, wifi and 030 1234567'),
  );
});

test('words with signs, such as C++, add less than 5 % to the index', async () => {
  const withSigns = await storedBytes(notes);
  const without = await storedBytes(notes.map((note) => wordsOf(note).join(' ')));
  report(`everyday notes: words with their signs add ${((withSigns / without - 1) * 100).toFixed(2)} % to the index`);
  expect(withSigns / without).toBeLessThan(1.05);
});
