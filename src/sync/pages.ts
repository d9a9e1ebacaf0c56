import { MalformedResponse } from '../client/errors.ts';

/** The most pages that are read, in case a server's list never ends. */
export const maxPages = 10_000;

/** The pages of a listing. Throws if it doesn't end. */
export async function* pagesOf<Page>(
  listing: { pages(): AsyncIterable<Page> },
  most = maxPages,
): AsyncGenerator<Page, void, void> {
  let count = 0;
  for await (const page of listing.pages()) {
    if (++count > most) throw new MalformedResponse('The server’s list doesn’t end.');
    yield page;
  }
}
