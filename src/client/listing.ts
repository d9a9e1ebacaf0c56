import { MalformedResponse } from './errors.ts';

interface AnyPage {
  nextCursor?: string | null;
}

/**
 * A listing whose first page is already being fetched. Awaiting the listing gives that page; iterating over the listing
 * gives the items of all pages. A second iteration fetches all pages again.
 */
export class Listing<Page extends AnyPage, Item> implements Promise<Page>, AsyncIterable<Item> {
  readonly [Symbol.toStringTag] = 'Listing';
  readonly #fetchPage: (cursor?: string) => Promise<Page>;
  readonly #itemsOf: (page: Page) => Item[];
  readonly #first: Promise<Page>;
  #isIterated = false;

  /** `fetchPage`: fetches the page at a cursor, or the first page without one. */
  constructor(fetchPage: (cursor?: string) => Promise<Page>, itemsOf: (page: Page) => Item[]) {
    this.#fetchPage = fetchPage;
    this.#itemsOf = itemsOf;
    this.#first = fetchPage();
    // The failure of a listing that nobody uses must not count as an unhandled rejection.
    this.#first.catch(() => {});
  }

  /** Yields page after page. On the last page, `nextCursor` is null, empty or missing. */
  async *pages(): AsyncGenerator<Page, void, void> {
    const first = this.#isIterated ? this.#fetchPage() : this.#first;
    this.#isIterated = true;
    let page = await first;
    const cursors = new Set<string>();
    for (;;) {
      yield page;
      if (!page.nextCursor) return;
      if (cursors.has(page.nextCursor))
        throw new MalformedResponse('The server returned the cursor of an earlier page.');
      cursors.add(page.nextCursor);
      page = await this.#fetchPage(page.nextCursor);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, void> {
    for await (const page of this.pages()) yield* this.#itemsOf(page);
  }

  // oxlint-disable-next-line unicorn/no-thenable -- `await` returns the first page
  then<A = Page, B = never>(
    fulfilled?: ((page: Page) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#first.then(fulfilled, rejected);
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Page | B> {
    return this.#first.catch(rejected);
  }

  finally(settled?: (() => void) | null): Promise<Page> {
    return this.#first.finally(settled);
  }
}
