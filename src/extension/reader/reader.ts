import { markQuotes, type Quote } from './mark-quotes.ts';
import { readArticle, type Article } from './read-article.ts';
import { readSelection, type SelectedText } from './read-selection.ts';

/** What the injected reader offers to this extension's other scripts in the same page. */
export interface Reader {
  article(): Article;
  selection(): SelectedText | undefined;
  mark(quotes: readonly Quote[]): string[] | undefined;
}

/** The name of the reader's global variable, in the isolated world, which the page's own scripts can't reach. */
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
