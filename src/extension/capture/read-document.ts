import { browser } from 'wxt/browser';
import type { PopupHost } from '../../ui/popup/host.ts';
import { captureOfArticle } from './capture-of.ts';
import { clipTitle, storable, webAddress } from './clip.ts';
import { isPdfAddress } from './pdf-address.ts';
import { readPdfInTab } from './read-pdf.ts';
import { readWith } from './read-with.ts';

/** Reads the text of the active tab's page as the user sees it. */
export const readPageInFront: PopupHost['readPage'] = async () => {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return { missing: 'forbidden' };
  const pdf = await readPdfInTab(tab.id, tab.url);
  if (pdf !== undefined) return pdf;
  const article = await readWith('article', tab.id);
  if (article === undefined) return { missing: isPdfAddress(tab.url) ? 'viewer' : 'forbidden' };
  const content = storable(article.markdown);
  if (content === '') return { missing: 'empty' };
  return {
    title: clipTitle(article.title || tab.title),
    url: webAddress(tab.url),
    content,
    capture: captureOfArticle(article),
  };
};
