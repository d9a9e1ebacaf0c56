/** All pages of a listing, read one after the other. */
export async function everyPage<Page extends { nextCursor: string | null }, Item>(
  page: (cursor: { cursor?: string }) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const next = await page(cursor === undefined ? {} : { cursor });
    items.push(...itemsOf(next));
    // A plain server may leave it out, or answer an empty one.
    cursor = next.nextCursor || undefined;
  } while (cursor !== undefined);
  return items;
}
