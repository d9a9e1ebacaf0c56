import { markQuotes, type Quote } from './mark-quotes.ts';
import { readArticle, type Article } from './read-article.ts';
import { readSelection, type SelectedText } from './read-selection.ts';

/** What the reader, injected into a page, offers to the scripts of this extension there. */
export interface Reader {
  article(): Article;
  selection(): SelectedText | undefined;
  mark(quotes: readonly Quote[]): string[] | undefined;
}

/** In the isolated world, where no script of the page comes. */
export const readerName = 'commonplaceReader';

/** Offers the reader. The browser injects it only on the user's click. */
export function offerReader(): void {
  const fresh = () => new Document().implementation.createHTMLDocument();
  const reader: Reader = {
    article: () => readArticle(document, fresh(), location.href),
    mark: markQuotes,
    selection: () => readSelection(document, fresh(), location.href),
  };
  Object.assign(globalThis, { [readerName]: reader });
}
