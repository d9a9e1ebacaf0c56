/** How many more bytes the browser lets the extension store. */
export type FreeSpace = () => Promise<number>;

/** Infinity if the browser doesn't say. */
export const browserFreeSpace: FreeSpace = async () => {
  const { storage } = navigator as { storage?: StorageManager };
  const { quota, usage } = (await storage?.estimate().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined ? Infinity : quota - usage;
};
