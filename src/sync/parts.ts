import type { Commonplace } from '../client/package/commonplace.ts';
import type { NewId } from '../lib/ulid.ts';
import type { SyncLink, SyncScratch, SyncStore } from '../service/ports/sync.ts';
import type { Names } from './names.ts';
import { type Rules } from './rules.ts';
import type { Swept } from './swept.ts';

/** What sync needs from its host. */
export interface SyncParts {
  store: SyncStore;
  scratch: SyncScratch;
  /** Sends each request once: sync records what it sends, and decides itself what to send again. */
  client: Commonplace;
  address: string;
  /** Identifies the token without containing it. */
  token: string;
  /** Unix milliseconds. */
  now: () => number;
  newId: NewId;
  newKey: () => string;
}

/** The state of one run of sync. */
export interface Round {
  parts: SyncParts;
  link: SyncLink;
  names: Names;
  /** The server's ids of the memories that this round has read. */
  readIds: Set<string>;
  /** How many known memories the change feed has reported to this round as deleted for good. */
  erased: number;
  /** How many creates the server forbade, perhaps because the token may not write (`isTokenRefused`). */
  forbidden: number;
  /** Requests in a row without a usable answer. */
  failures: number;
  /** Whether the server has given this round a valid answer. */
  hasAnswered: boolean;
  /** Null: this round hasn't read the whole server. */
  swept: Swept | null;
  /** True once the round must end at the next request. */
  isOver: () => boolean;
}

/**
 * How many memories are written in one transaction. Few, since searches wait until the transaction ends. A received
 * memory takes longest, since sync looks for a known memory with the same text.
 */
const perTransaction = { received: 10, sent: 25 } as const;

/** Cuts a list into parts that are each written in one transaction. */
export function* inTransactions<Item>(all: readonly Item[], kind: keyof typeof perTransaction): Generator<Item[]> {
  const size = perTransaction[kind];
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

/** The rules that follow from what the server offers now and what the user chose. */
export const rulesOf = ({ parts, link }: Round): Rules =>
  rulesWith(parts.client.extensions ?? new Set<string>(), link, parts);

/** The rules for a server with the extensions `offers`. */
export function rulesWith(
  offers: ReadonlySet<string>,
  link: SyncLink,
  { token, now }: Pick<SyncParts, 'token' | 'now'>,
): Rules {
  return {
    delete: offers.has('delete') && offers.has('etag'),
    restore: offers.has('restore'),
    address: offers.has('address'),
    capture: offers.has('capture'),
    moves: offers.size > 0,
    etag: offers.has('etag'),
    keyToken: offers.has('idempotency-key') ? token : null,
    collections: link.collections,
    pulls: link.mode !== 'push',
    keepsAbsent: link.absence === 'keep',
    longest: link.longest ?? 0,
    now: now(),
  };
}

/** The length, in characters, of the longest text that the server has returned, including `memories`. */
export function longestWith({ longest = 0 }: SyncLink, memories: readonly { content: string }[]): number {
  let most = longest;
  // A text has at least as many code units as characters, so shorter ones needn't be counted.
  for (const { content } of memories) if (content.length > most) most = Math.max(most, [...content].length);
  return most;
}

/**
 * Whether the token is, or could be, limited to some collections: a memory that the token doesn't see may then still
 * exist. True until the change feed has been read. Without a feed, nothing can tell, and the result is false.
 */
export const isLimited = ({ parts, link }: Round): boolean =>
  parts.client.extensions?.has('changes') === true && link.isLimited !== false;

/** Changes fields of the link to the server, stored and in `round`. */
export async function updateLink(round: Round, changed: Partial<SyncLink>): Promise<void> {
  const link = { ...round.link, ...changed };
  await round.parts.store.write((writer) => writer.putLink(link));
  round.link = link;
}

/**
 * Makes the next scan check every memory again if the server's offers have changed, since the offers decide what must
 * be sent.
 */
export async function noteOffers(round: Round): Promise<void> {
  const { extensions } = round.parts.client;
  if (extensions === undefined || seemsToLackOffers(round)) return;
  const offers = [...extensions].sort().join(' ');
  if (offers !== round.link.offers) await updateLink(round, { offers, seq: 0 });
}

/**
 * Whether the server seems to have lost all its extensions, but has given this round no valid answer. The invalid
 * answers may come from a proxy. If sync believed them, deletions would stay on this device for good.
 */
export const seemsToLackOffers = ({ parts, link, hasAnswered }: Round): boolean =>
  parts.client.extensions?.size === 0 && link.offers !== '' && !hasAnswered;

/** The server's extensions, as the link last recorded them. */
export const notedOffers = ({ offers }: SyncLink): Set<string> => new Set(offers.split(' ').filter(Boolean));

/** Whether the server carries out a write only once if it is sent twice with the same idempotency key. */
export const hasKeys = ({ parts }: Round): boolean => parts.client.extensions?.has('idempotency-key') ?? false;

/** Whether the server lets us rename and delete collections. */
export const editsCollections = ({ parts }: Round): boolean =>
  parts.client.extensions?.has('collections-edit') ?? false;
