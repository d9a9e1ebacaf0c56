import type { ChangePage, Collection } from '../client/contract.ts';
import { MalformedResponse } from '../client/errors.ts';
import { applyMemories } from './apply.ts';
import { setAheadOfFeed, mergeCollections, readCollections } from './collections.ts';
import { Stop } from './failures.ts';
import { applyGone, duplicatesOf, isMassLoss, wasThere } from './gone.ts';
import { collect, maxPages } from './pages.ts';
import { notedOffers, rulesOf, updateLink, type Round } from './parts.ts';
import { jsonFields } from './remote.ts';
import { requireReachable, send } from './send.ts';
import { limits } from '../v1/limits.ts';
import type { SweptPage } from './read-all.ts';

/** A page of the feed. Its items may be anything: a server is not trusted. */
type FeedPage = Omit<ChangePage, 'memories'> & { memories: unknown[] };

/**
 * Reads the change feed's next page if this process doesn't know yet what the server offers. The response shows the
 * offers too, so an idle round needs no other request. Returns undefined if no page was read, or if the server no
 * longer has a feed.
 */
export async function readAhead(round: Round): Promise<FeedPage | undefined> {
  const { since } = round.link;
  const isKnown = round.parts.client.extensions !== undefined;
  if (isKnown || since === null || !notedOffers(round.link).has('changes')) return undefined;
  const result = await send(round, () => requestPage(round, since));
  if (!('answer' in result)) {
    await requireReachable(round, result);
    return undefined;
  }
  await noteUnlimited(round);
  return round.parts.client.extensions?.has('changes') ? result.answer : undefined;
}

/**
 * Follows the server's change feed to its end. Returns false if the server can't continue from our position or refuses
 * the feed. Then a sweep (a reading of the whole server) is needed. `first`: the next page, if already read.
 */
export async function followFeed(round: Round, first?: FeedPage): Promise<boolean> {
  const read = new Set<string>();
  for (let ahead = first; ; ahead = undefined) {
    const page = ahead ?? (await readPage(round, round.link.since ?? undefined));
    if (page === null) {
      await updateLink(round, { since: null });
      return false;
    }
    const hasCollections = page.collections !== null;
    // A faulty page: its collections are newer than its position. So a later round reads their list.
    const isStuck = hasCollections && page.since === round.link.since;
    if (hasCollections) await setAheadOfFeed(round, true);
    await applyPage(round, page);
    // Stored after the changes: after a crash in between, some changes are read twice, which does no harm.
    if (page.since !== round.link.since)
      await updateLink(round, { since: page.since, ...(hasCollections && { aheadOfFeed: false }) });
    if (!page.more) {
      if (round.link.aheadOfFeed === true && !isStuck && (await readCollections(round)))
        await setAheadOfFeed(round, false);
      return true;
    }
    // A feed that goes in circles never ends.
    if (read.has(page.since) || read.size >= maxPages) throw new Stop('unreachable');
    read.add(page.since);
  }
}

/**
 * Reads a page of the feed during a sweep, and merges all of it but the memories. Null: the server can't continue from
 * `cursor`, or refuses the feed.
 */
export async function readFeedPage(round: Round, cursor: string | null): Promise<SweptPage | null> {
  const page = await readPage(round, cursor ?? undefined);
  if (page === null) return null;
  await applyPage(round, { ...page, memories: [] });
  return { memories: page.memories, next: page.since, isLast: !page.more };
}

async function readPage(round: Round, since: string | undefined): Promise<FeedPage | null> {
  const result = await send(round, () => requestPage(round, since));
  if ('answer' in result) {
    await noteUnlimited(round);
    return result.answer;
  }
  await requireReachable(round, result);
  if (result.kind === 'in doubt') throw new Stop('unreachable');
  if (result.kind === 'refused' && !round.link.isLimited) await updateLink(round, { isLimited: true });
  return null;
}

async function noteUnlimited(round: Round): Promise<void> {
  if (round.link.isLimited !== false) await updateLink(round, { isLimited: false });
}

/** @throws MalformedResponse if the answer isn't a page. Malformed memories in a page are skipped later. */
async function requestPage({ parts }: Round, since: string | undefined): Promise<FeedPage> {
  let body: string | undefined;
  const options = { expects: ['changes'], onResponse: (response: { body?: string }) => (body = response.body) };
  try {
    return requirePage(await parts.client.memories.changes({ limit: limits.maxPageSize, since }, options));
  } catch (thrown) {
    const page = thrown instanceof MalformedResponse ? readLeniently(body) : null;
    if (page === null) throw thrown;
    return page;
  }
}

function readLeniently(body: string | undefined): FeedPage | null {
  const { memories, erased, collections, since, more } = jsonFields(body);
  if (!Array.isArray(memories) || !Array.isArray(erased) || typeof since !== 'string') return null;
  if (collections !== null && !Array.isArray(collections)) return null;
  const ids = erased.filter((id) => typeof id === 'string');
  return { memories, erased: ids, collections: collections as Collection[] | null, since, more: more === true };
}

/**
 * @throws MalformedResponse if the field `collections` is missing or malformed: otherwise changes of collections would
 * be missed for good. Null is valid.
 */
function requirePage(page: ChangePage): ChangePage {
  if (page.collections === null || Array.isArray(page.collections)) return page;
  throw new MalformedResponse('The server returned changes without collections.');
}

/**
 * Merges a page of the feed: first its collections, since memories refer to them.
 * @throws Stop if the user must decide first; nothing is merged then
 */
async function applyPage(round: Round, { memories, erased, collections }: FeedPage): Promise<void> {
  const { store } = round.parts;
  const live = erased.length === 0 ? [] : await idsOfLive(round, erased);
  await countErased(round, live.length);
  if (collections !== null) await mergeCollections(round, collections);
  await applyMemories(round, memories);
  // Looks only for duplicates of memories outside the server's trash: no duplicate replaces a deleted memory.
  const duplicates = await duplicatesOf(round, live);
  for (const id of erased)
    await store.write(async (writer) => {
      const item = await writer.itemOfRemote(id);
      if (item === undefined) return;
      if (item.base === null || item.aliasOf !== null) return writer.deleteItem(item.id);
      await applyGone(writer, round, item, duplicates);
    });
}

async function idsOfLive({ parts }: Round, remotes: readonly string[]): Promise<string[]> {
  const items = await parts.store.read((reader) =>
    Promise.all(Array.from(new Set(remotes), (remote) => reader.itemOfRemote(remote))),
  );
  return items.flatMap((item) => (item && wasThere(item) ? [item.id] : []));
}

/**
 * Counts memories that the feed reports as deleted for good. If there are many, asks the user. After the user's answer,
 * a sweep shows whether they are gone (see `decide`).
 */
async function countErased(round: Round, count: number): Promise<void> {
  // Includes the memories that earlier pages erased: `collect` below no longer finds these.
  let known = round.erased;
  round.erased += count;
  const mayAsk = round.link.absence === 'ask' && rulesOf(round).pulls;
  if (count === 0 || !mayAsk || !isMassLoss(round.erased, 0)) return;
  known += (await collect(round.parts.store, wasThere)).length;
  if (!isMassLoss(round.erased, known)) return;
  await updateLink(round, { question: { kind: 'mass-absence', missing: round.erased, known } });
  throw new Stop('question');
}

/** Makes the next round read the feed from its beginning. */
export async function startOver(round: Round): Promise<void> {
  if (round.link.since !== null) await updateLink(round, { since: null });
}
