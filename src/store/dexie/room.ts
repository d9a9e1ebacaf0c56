/** How many bytes the browser still has for us. */
export type Room = () => Promise<number>;

/** Unlimited where the browser does not tell. */
export const roomLeft: Room = async () => {
  const { storage } = navigator as { storage?: StorageManager };
  const { quota, usage } = (await storage?.estimate().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined ? Infinity : quota - usage;
};
