/**
 * The tag of a conflict copy: a memory with this device's text, made if an edit here and an edit on the server can't be
 * merged. Removing the tag resolves the conflict.
 */
export const conflictTag = 'conflict copy';

/** Sync marks duplicates with tags that begin with this, and hides the duplicates. */
export const reservedPrefix = 'mx:';

/** What the extension's own pages show about sync with a server. */
export interface SyncState {
  /** Undefined: no server is connected. */
  server: SyncServer | undefined;
  check: SyncCheck | undefined;
  /** Sync is being started: this device and, if necessary, the server are being backed up. */
  isStarting: boolean;
  /** How many of the server's memories have been backed up so far; undefined if no such backup is being made. */
  copying?: number | undefined;
  paused: boolean;
  isRunning: boolean;
  last: SyncRound | undefined;
  /** When the next round may begin, if the last one stopped early. ISO 8601. */
  retryAt: string | undefined;
  counts: SyncCounts;
  /** Some of the memories whose changes wait to be sent. */
  waiting: WaitingMemory[];
  /** Why changes wait although the server responds. */
  quota: SyncQuota | undefined;
  /** Some of the memories that can't be synced, each with the reason. */
  stuck: StuckMemory[];
  /** Some of the conflicts that this device has found. */
  conflicts: SyncConflict[];
  names: SyncNames;
  question: SyncQuestion | undefined;
  proof: SyncProof | undefined;
}

export interface SyncServer {
  address: string;
  mode: SyncMode;
  offers: SyncOffers | undefined;
  /** False: the server refused writes with this token. */
  mayWrite: boolean;
  /** The token sees only some of the collections. */
  isLimited: boolean;
  collections: CollectionRights;
}

/** What the token may do with collections, according to the check of the server. */
export interface CollectionRights {
  see: boolean;
  /** Create, rename and delete. */
  change: boolean;
}

/** What the server offers. This determines what sync can promise. */
export interface SyncOffers {
  /** A memory is created exactly once, even if responses are lost. */
  exactlyOnce: boolean;
  /** An edit sent to the server never overwrites an edit there that this device hasn't seen. */
  guardsEdits: boolean;
  deletes: boolean;
  /** Memories can have an address and a title. */
  addresses: boolean;
  /** A memory can be moved to another collection. */
  moves: boolean;
  /** Collections can be renamed and deleted. */
  renames: boolean;
  /** Sync can prove with one request that both sides are the same. */
  digest: boolean;
}

/** `merge`: both ways; `pull`: nothing is written to the server; `push`: nothing is written to this device. */
export const syncModes = ['merge', 'pull', 'push'] as const;
export type SyncMode = (typeof syncModes)[number];

export interface SyncCounts {
  /** On both sides. */
  synced: number;
  /** The synced memories whose text or tags the server keeps only in part. */
  partial: number;
  waiting: number;
  /** The server refuses the memory or a change to it, or the server's version can't be stored here. */
  stuck: number;
  /** Conflict copies that nobody has resolved. */
  conflicts: number;
  /** Duplicates that the server has, and that are hidden here. */
  hidden: number;
}

export interface MemoryLine {
  id: string;
  /** The beginning of its text. */
  text: string;
}

/**
 * Why a change to this memory waits. `quota`: the server's plan takes no more changes of this kind. `unanswered`: the
 * change was sent, and it isn't known whether it arrived.
 */
export type WaitReason = 'unsent' | 'unanswered' | 'quota';

export interface WaitingMemory extends MemoryLine {
  reason: WaitReason;
}

export interface StuckMemory extends MemoryLine {
  /** In the server's words, or ours. */
  reason: string;
}

/**
 * The sync status of a memory. `refused`: the server refuses it; `changeRefused`: the server has an earlier version and
 * refuses the change; `unfit`: what the server has can't be stored here; `direction`: its change isn't sent, because
 * the user chose to sync only from the server; `collections`: the user chose not to sync its collection; `gone`: it was
 * deleted there and kept here; `partial`: the server keeps only a part of its text or tags; `different`: the server
 * has it, but can't store it as it is here.
 */
export type MemorySync =
  | { kind: 'synced' | 'waiting' | 'conflict' | 'direction' | 'collections' | 'gone' | 'partial' | 'different' }
  | { kind: 'refused' | 'changeRefused' | 'unfit'; reason: string };

/** A version of a memory, from this device or from the server, that sync replaced. Kept for 30 days. */
export interface EarlierVersion {
  /** When it was replaced, ISO 8601. */
  at: string;
  content: string;
  tags: string[];
  title: string | null;
  url: string | null;
}

/**
 * Which limit of the server's plan is used up. `memories`: how many memories it may hold. `day`: changes per day.
 * `unknown`: the server doesn't say.
 */
export type UsedUp = { kind: 'unknown' } | { kind: 'memories' | 'day'; used: number; limit: number };

/**
 * The server's plan is used up. Until `until` (ISO 8601), sync holds back all changes, or only new memories if the
 * server still accepts other changes.
 */
export type SyncQuota = UsedUp & { until: string };

/** Some collections that aren't the same on both sides. */
export interface SyncNames {
  /** For each collection here that stands for several collections on the server: their names there. */
  merged: string[][];
  /** Collections with another name on the server. That name can't be changed there, or can't be used here. */
  different: { here: string; there: string }[];
  /** Collections that were deleted here and stay there. */
  kept: string[];
  /** Names of the server's collections that can't be used here. Memories in these are in no collection here. */
  unusable: string[];
}

/** The ids of two memories on this device. */
export interface SyncConflict {
  /** The memory with the server's text. */
  memory: string;
  /** The conflict copy, with this device's text. */
  copy: string;
}

/** What the last comparison of both sides found. */
export interface SyncProof {
  /** When it began, ISO 8601. */
  at: string;
  same: boolean;
  /** How many memories both sides have, not counting those that one side can't store. */
  count: number;
  different: number;
  /** Since it began, neither the user nor sync has changed a memory here. */
  isCurrent: boolean;
}

/** One run of sync. */
export interface SyncRound {
  /** When it ended, ISO 8601. */
  at: string;
  /** Why it stopped early; null: it completed. */
  stopped: SyncStop | null;
}

/**
 * `settling`: a write of this device got no clear response, and sync must first learn whether it arrived. `paused`: the
 * server asked us to wait. `question`: the user must decide first. `over`: the time of the round was up, or the user
 * paused sync or gave another command. `failed`: an error on this device, such as a full disk.
 */
export type SyncStop = 'settling' | 'unreachable' | 'unauthorized' | 'paused' | 'question' | 'over' | 'failed';

/**
 * What the user must decide before sync continues. `other-account`: of the `known` synced memories, the server has only
 * `found`, so the token may be another account's. `mass-absence`: many memories are missing on the server.
 */
export type SyncQuestion =
  | { kind: 'other-account'; known: number; found: number }
  | { kind: 'mass-absence'; missing: number; known: number };

/**
 * The user's answer. `same`: it is the same account. `new`: it is another account; sync starts afresh.
 * `delete`: what is missing on the server goes to the trash here. `keep`: it stays here. `again`: check once more.
 */
export type SyncDecision = 'same' | 'new' | 'delete' | 'keep' | 'again';

/**
 * `forbidden`: the token may not read. `malformed`: it isn't a v1 server. `limited`: the rate limit is reached.
 * `notKept`: the backup of either side can't be stored here. `failedHere`: something unexpected failed on this
 * device.
 */
export type CheckFault =
  | 'unreachable'
  | 'unauthorized'
  | 'forbidden'
  | 'malformed'
  | 'limited'
  | 'notKept'
  | 'failedHere';

export type SyncCheck = { address: string } & (
  | { status: 'running' }
  | { status: 'failed'; fault: CheckFault; message: string }
  | {
      status: 'ready';
      offers: SyncOffers;
      /** How many memories are on this device (`here`), on the server (`there`), and the same on both (`same`). */
      here: number;
      there: number;
      same: number;
      /** The server has more memories than were counted. */
      isMore: boolean;
      /** How many deletions made here will be sent, unless memories go only to this device. */
      deletions: number;
      /** False: the token may not save memories. */
      mayWrite: boolean;
      /** The token sees only some of the collections. */
      isLimited: boolean;
      collections: CollectionRights;
      /** Names of collections that the server has and this device doesn't. */
      onlyThere: string[];
    }
);

export type SyncCommand =
  | { do: 'check'; address: string; token: string }
  | { do: 'cancel' | 'now' | 'pause' | 'resume' | 'retry' | 'disconnect' }
  /**
   * Begins to sync with the server that was checked. `collections`: local ids; null: all memories. `onlyThere`: names
   * of collections that only the server has and that are synced as well.
   */
  | { do: 'start'; mode: SyncMode; collections: string[] | null; onlyThere?: string[] }
  | { do: 'decide'; decision: SyncDecision };

export type AddressFault = 'invalid' | 'insecure' | 'credentials';

const loopback = new Set(['localhost', '127.0.0.1']);

/**
 * Names of the local network: without a dot, or under a domain that is never public (RFC 6762, RFC 8375, ICANN's
 * `internal`).
 */
const localName = /^[^.:]+$|\.(local|lan|internal|home\.arpa)$/;
/** Private and link-local addresses (RFC 1918, RFC 3927, RFC 4193, RFC 4291), as a URL writes them. */
const localNumber =
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d{1,3}){2,3}$|^\[(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):[0-9a-f:]*\]$/;

export interface ServerAddress {
  address: string;
  /** Others in the local network can read what is sent. Connect only after the user has accepted that. */
  isUnencrypted: boolean;
}

/**
 * Reads the address of a server as a person types it. The address may be https, or http on `localhost`, on 127.0.0.1
 * or in the local network. Without a scheme, assumes http on `localhost` and 127.0.0.1, and https elsewhere. The result
 * has no `/v1`, query or fragment.
 */
export function serverAddress(text: string): ServerAddress | { fault: AddressFault } {
  const trimmed = text.trim();
  const scheme = /^(localhost|127\.0\.0\.1)([:/]|$)/i.test(trimmed) ? 'http' : 'https';
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${scheme}://${trimmed}`;
  if (trimmed === '' || !URL.canParse(written)) return { fault: 'invalid' };
  const { protocol, hostname, origin, pathname, username, password } = new URL(written);
  if (protocol !== 'https:' && protocol !== 'http:') return { fault: 'invalid' };
  const isUnencrypted = protocol === 'http:' && !loopback.has(hostname);
  if (isUnencrypted && !localName.test(hostname) && !localNumber.test(hostname)) return { fault: 'insecure' };
  if (username !== '' || password !== '') return { fault: 'credentials' };
  const path = pathname.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
  return { address: origin + path, isUnencrypted };
}
