import { launchChromium, serve } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { pdfFile } from '../support/pdf-file.ts';
import { chooseFile, pressButton, waitForText } from '../support/transfer.ts';
import { largeWindow, popupPicture, sheets } from './pictures.ts';
import { letter, samples } from './samples.ts';
import { statePictures } from './states.ts';

const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3>Garden</H3><DL>
  <DT><A HREF="https://example.org/heron" ADD_DATE="1700000000">The heron at the pond</A>
  <DT><A HREF="https://example.org/${'long'.repeat(1_000)}">An address that is too long</A>
  <DT><A HREF="https://example.org/kestrel" TAGS="birds">Kestrels in town</A></DL></DL>`;

/** Drafts and previews in the popup, and imports and backups in the library. */
export async function capturePictures(): Promise<void> {
  const paper = pdfFile([['The ferry leaves at nine from the old harbour.'], ['Bring a coat.']]);
  const site = await serve(({ url }, response) => {
    response.writeHead(200, { 'content-type': url === '/paper' ? 'application/pdf' : 'text/html; charset=utf-8' });
    response.end(url === '/paper' ? paper : letter);
  });
  const browser = await launchChromium({
    extension: await extensionWithHarness('chromium'),
    arguments: [largeWindow],
  });
  const shootState = statePictures(browser);
  try {
    const client = clientThrough(await browser.newPage(browser.address('popup.html')));
    const page = await browser.newPage(`${site.origin}/letter`);
    let popup = await browser.openPopup(page);
    await popup.click('.save-text');
    await popup.type('.save textarea', ': ask Anna for the name of the inn.');
    await waitForText(popup, 'Save');
    await popup.close();
    popup = await browser.openPopup(page);
    await waitForText(popup, 'Your draft');
    await popupPicture(popup, 'draft');
    await pressDiscard();
    await popup.click('.read-button');
    await popup.waitFor(() => document.querySelector<HTMLDialogElement>('.preview')?.open);
    await popupPicture(popup, 'preview');
    await popup.close();
    const paperPage = await browser.newPage(`${site.origin}/paper`);
    popup = await browser.openPopup(paperPage);
    await popup.click('.read-button');
    await popup.waitFor(() => document.querySelector<HTMLDialogElement>('.preview')?.open);
    await popupPicture(popup, 'preview-pdf');
    await popup.close();
    await sheets(browser, ['draft', 'preview'], 'popup-');

    for (const sample of samples) await client.memories.create(sample);
    const library = await browser.newPage(browser.address('library.html#transfer'));
    await waitForText(library, 'No backup yet');
    await pressButton(library, 'Back up now');
    await waitForText(library, 'Test restore');
    await shootState(library, 'library-transfer');
    await chooseFile(library, 'Choose a file…', 'bookmarks.html', bookmarks);
    await waitForText(library, '2 new');
    await library.evaluate(() => document.querySelector<HTMLElement>('.transfer summary')!.click());
    await shootState(library, 'library-import');
    await pressButton(library, 'Import 2 memories');
    await waitForText(library, 'Imported 2 memories');
    await pressButton(library, 'Restore…');
    await library.waitFor(() => document.querySelector('dialog[open]'));
    await shootState(library, 'library-restore');

    async function pressDiscard(): Promise<void> {
      await popup.click('.draft-line .button');
      await popup.waitFor(() => document.querySelector('.read-button'));
    }
  } finally {
    await browser.close();
    await site.close();
  }
}
