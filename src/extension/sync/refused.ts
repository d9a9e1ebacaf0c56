import type { SyncScratch, SyncStore } from '../../service/ports/sync.ts';

const pageSize = 500;

/** Lets the next round send again what the server refused, whether for the token, the quota or the memory. */
export async function sendRefusedAgain(sync: SyncStore, scratch: SyncScratch): Promise<void> {
  await scratch.putPauses({ ...(await scratch.pauses()), writes: 0, additions: 0 });
  await sync.write(async (writer) => {
    const link = await writer.link();
    if (link?.mayWrite === false) await writer.putLink({ ...link, mayWrite: undefined });
  });
  for (let after = ''; ;) {
    const items = await sync.read((reader) => reader.items(after, pageSize));
    const refused = items.filter(({ refusal }) => refusal !== null);
    if (refused.length > 0)
      await sync.write(async (writer) => {
        for (const item of refused) await writer.putItem({ ...item, refusal: null, attempts: 0, due: 1 });
      });
    if (items.length < pageSize) return;
    after = items.at(-1)!.id;
  }
}
