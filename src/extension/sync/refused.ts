import type { SyncScratch, SyncStore } from '../../service/ports/sync.ts';

const pageSize = 500;

/** Makes the next round send again what the server refused because of the token, the quota or the change itself. */
export async function sendRefusedAgain(sync: SyncStore, scratch: SyncScratch): Promise<void> {
  await scratch.putPauses({ ...(await scratch.pauses()), writes: 0, additions: 0 });
  await sync.write(async (writer) => {
    const link = await writer.link();
    if (link) await writer.putLink({ ...link, mayWrite: link.mayWrite || undefined, refusedCollections: undefined });
    for (const { refused, ...row } of await writer.syncCollections()) if (refused) await writer.putSyncCollection(row);
  });
  for (let after = ''; ;) {
    // One transaction, so that no change to these items gets lost.
    const items = await sync.write(async (writer) => {
      const page = await writer.items(after, pageSize);
      for (const item of page)
        if (item.refusal !== null) await writer.putItem({ ...item, refusal: null, attempts: 0, due: 1 });
      return page;
    });
    if (items.length < pageSize) return;
    after = items.at(-1)!.id;
  }
}
