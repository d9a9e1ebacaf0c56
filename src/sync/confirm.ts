import type { SyncDecision } from '../lib/sync.ts';
import type { SyncLink, SyncStore } from '../service/ports/sync.ts';
import { sameText } from './fields.ts';
import { Stop } from './failures.ts';
import { keepLink, type Round, type SyncParts } from './parts.ts';
import { isMemory } from './remote.ts';
import { endsList, pageCap, readListPage } from './sweep.ts';

/** The share of the known memories that must be found behind a new address or token. */
const knownShare = 0.9;

/** A link to a server before the first sync. */
export const newLink = ({ address, token }: Pick<SyncParts, 'address' | 'token'>): SyncLink => ({
  address,
  token,
  mode: 'merge',
  collections: null,
  confirmed: true,
  question: null,
  absence: 'ask',
  offers: '',
  seq: 0,
  since: null,
  swept: false,
});

/**
 * Another address or token may lead to another account. Nothing is written there or here until that account is found to
 * have what the last one had, or the user confirms it.
 */
export async function confirm(round: Round): Promise<void> {
  const { store, address, token } = round.parts;
  if (round.link.address !== address || round.link.token !== token)
    await keepLink(round, { address, token, confirmed: false, since: null, swept: false, longest: 0 });
  if (round.link.confirmed) return;
  const known = await knownTexts(store);
  const found = known.size === 0 ? 0 : await countFound(round, known);
  const isSame = found >= known.size * knownShare;
  await keepLink(round, {
    confirmed: isSame,
    question: isSame ? null : { kind: 'other-account', known: known.size, found },
  });
  if (!isSame) throw new Stop('question');
}

/** The texts that the server last had, by their ids there. */
async function knownTexts(store: SyncStore): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  await store.read(async (reader) => {
    for (let after = ''; ;) {
      const items = await reader.items(after, 500);
      for (const { remote, base } of items)
        if (remote !== null && base !== null && !base.deleted) known.set(remote, base.content);
      const last = items.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  });
  return known;
}

/** Reads the whole list in one go: how far it came isn't stored. */
async function countFound(round: Round, known: ReadonlyMap<string, string>): Promise<number> {
  const unhurried = { ...round, isOver: () => false };
  const found = new Set<string>();
  const cursors: string[] = [];
  let size = 0;
  for (let cursor: string | null = null; ;) {
    const page = await readListPage(unhurried, cursor);
    if (page === null) throw new Stop('unreachable');
    const memories = page.memories.filter(isMemory);
    for (const { id, content } of memories) if (sameText(known.get(id) ?? '', content)) found.add(id);
    size += memories.length;
    if (cursor !== null) cursors.push(cursor);
    if (endsList(page, cursors) || cursors.length >= pageCap(size, cursors.length)) return found.size;
    cursor = page.next;
  }
}

/** Carries out what the user decided. */
export async function decide({ store, address, token }: SyncParts, decision: SyncDecision): Promise<void> {
  await store.write(async (writer) => {
    const link = await writer.link();
    if (link === undefined) return;
    if (decision === 'new') {
      await writer.forgetServer();
      return writer.putLink({ ...newLink({ address, token }), mode: link.mode, collections: link.collections });
    }
    await writer.putLink({
      ...link,
      question: null,
      confirmed: link.confirmed || decision === 'same',
      absence: decision === 'same' ? link.absence : decision,
    });
  });
}
