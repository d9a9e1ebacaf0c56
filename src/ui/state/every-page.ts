/** Reads all pages of a listing in sequence. */
export async function everyPage<Page extends { nextCursor: string | null }, Item>(
  page: (cursor: { cursor?: string }) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const next = await page(cursor === undefined ? {} : { cursor });
    items.push(...itemsOf(next));
    // Another server may omit it or send an empty string.
    cursor = next.nextCursor || undefined;
  } while (cursor !== undefined);
  return items;
}
