import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findChromium } from '../../scripts/browsers/find.ts';
import { byMeaning, takeTour } from '../../scripts/tour/tour.ts';
import { termOf } from '../../src/lib/text/term.ts';
import { segmentWords } from '../../src/lib/text/words.ts';
import { runsAll } from '../support/rounds.ts';
import { builtExtension, temporaryFolder } from '../../scripts/browsers/index.ts';

const tour = (extension: string, pictures: string) => takeTour(findChromium() ?? '', extension, pictures);

describe('the tour of npm start', () => {
  test('saves a selection and a link, finds both by word and the selection by meaning, and takes pictures', async () => {
    const pictures = temporaryFolder('pictures');
    await tour(builtExtension('chromium'), pictures);
    expect(readdirSync(pictures)).toEqual([
      'tour-1-selected.png',
      'tour-2-saved.png',
      'tour-found-meaning-dark.png',
      'tour-found-meaning.png',
      'tour-found-vowel-dark.png',
      'tour-found-vowel.png',
      'tour-found-wikipedia-dark.png',
      'tour-found-wikipedia.png',
    ]);
  });

  test('searches by meaning with a query that shares no word with the saved selection', () => {
    const passage =
      /<article id="passage">([^]*?)<\/article>/.exec(readFileSync('scripts/tour/sample.html', 'utf8'))?.[1] ?? '';
    expect(passage).toContain('vowel');
    const terms = (text: string) => Array.from(segmentWords(text), ({ word }) => termOf(word));
    expect(terms(byMeaning.query).filter((term) => terms(passage.replace(/<[^>]*>/g, ' ')).includes(term))).toEqual([]);
  });

  if (runsAll)
    test('fails and names the link if the menu doesn’t save it', async () => {
      const extension = temporaryFolder('deaf');
      cpSync(builtExtension('chromium'), extension, { recursive: true });
      const background = join(extension, 'background.js');
      const ignoreClicks =
        'const { onClicked } = chrome.contextMenus; const add = onClicked.addListener.bind(onClicked); onClicked.addListener = () => add(() => {});';
      writeFileSync(background, `${ignoreClicks}\n${readFileSync(background, 'utf8')}`);
      await expect(tour(extension, temporaryFolder('pictures'))).rejects.toThrow(
        'Searched for “wikipedia” in the popup and did not find the link.',
      );
    });

  test('the sample page isn’t packaged with the extension', () => {
    const files = readdirSync(builtExtension('chromium'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.map(({ name }) => name).filter((name) => name.includes('sample'))).toEqual([]);
    expect(readFileSync('scripts/tour/sample.html', 'utf8')).toContain('John Locke');
    expect(
      files
        .filter((file) => readFileSync(join(file.parentPath, file.name), 'utf8').includes('John Locke'))
        .map(({ name }) => name),
    ).toEqual([]);
  });
});
