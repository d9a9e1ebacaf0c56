/** Also on memories that another device pulled, so that a conflict is visible everywhere. Removing it resolves the conflict. */
export const conflictTag = 'conflict copy';

/** What own pages see of sync with a server, and decide about it. */
export interface SyncState {
  /** Undefined: no server is connected. */
  server: SyncServer | undefined;
  /** The server that is being looked at before anything is written. */
  check: SyncCheck | undefined;
  /** Memories that were copied so far while what the server has is backed up, before the first sync. */
  copying?: number | undefined;
  paused: boolean;
  isRunning: boolean;
  last: SyncRound | undefined;
  /** When the next round may begin, if the last one didn't come to its end. ISO 8601. */
  retryAt: string | undefined;
  counts: SyncCounts;
  /** Some of the memories that stay here, with the reason. */
  stuck: StuckMemory[];
  /** Some of the conflicts that this device has found. */
  conflicts: SyncConflict[];
  question: SyncQuestion | undefined;
  proof: SyncProof | undefined;
}

export interface SyncServer {
  address: string;
  mode: SyncMode;
  offers: SyncOffers;
}

/** What the server offers, from which follows what sync can promise. */
export interface SyncOffers {
  /** A memory is created once, whatever happens to the answers. */
  exactlyOnce: boolean;
  deletes: boolean;
  /** Address and title. */
  addresses: boolean;
  /** Proves that both sides are the same. */
  digest: boolean;
}

/** `merge`: both ways; `pull`: nothing is written there; `push`: nothing is written here. */
export const syncModes = ['merge', 'pull', 'push'] as const;
export type SyncMode = (typeof syncModes)[number];

export interface SyncCounts {
  /** On both sides. */
  synced: number;
  waiting: number;
  /** Only here: the server refused them, or can't keep them. */
  stuck: number;
  /** Conflict copies that nobody has resolved. */
  conflicts: number;
}

export interface StuckMemory {
  id: string;
  /** The beginning of its text. */
  text: string;
  /** In the server's words, or ours. */
  reason: string;
}

/** Ids of two memories here. */
export interface SyncConflict {
  /** Has the server's text. */
  memory: string;
  /** Has the text from here. */
  copy: string;
}

export interface SyncProof {
  /** ISO 8601. */
  at: string;
  same: boolean;
  count: number;
  /** Memories that aren't here as they were last synced. */
  different: number;
}

export interface SyncRound {
  /** When it ended, ISO 8601. */
  at: string;
  stopped: SyncStop | null;
}

/** `failed`: for a reason of this device, such as a full disk. */
export type SyncStop = 'settling' | 'unreachable' | 'unauthorized' | 'paused' | 'question' | 'over' | 'failed';

/** What the user must decide before sync goes on. */
export type SyncQuestion =
  | { kind: 'other-account'; known: number; found: number }
  | { kind: 'mass-absence'; missing: number; known: number };

/** What the user decides. `same`: it is the same account. `new`: another one, to begin with. `delete`: what is missing there goes to the trash here. */
export type SyncDecision = 'same' | 'new' | 'delete' | 'keep';

/** `forbidden`: the token may not read. `malformed`: it isn't a v1 server. `notKept`: the copy of what it has can't be stored here. */
export type CheckFault = 'unreachable' | 'unauthorized' | 'forbidden' | 'malformed' | 'limited' | 'notKept';

export type SyncCheck = { address: string } & (
  | { status: 'running' }
  | { status: 'failed'; fault: CheckFault; message: string }
  | {
      status: 'ready';
      offers: SyncOffers;
      here: number;
      there: number;
      same: number;
      /** The server has more than were counted. */
      isMore: boolean;
      /** False: the token may not save memories. */
      mayWrite: boolean;
    }
);

export type SyncCommand =
  | { do: 'check'; address: string; token: string }
  | { do: 'cancel' | 'now' | 'pause' | 'resume' | 'retry' | 'disconnect' }
  /** Begins to sync with the server that was checked. `collections`: local ids; null: all memories. */
  | { do: 'start'; mode: SyncMode; collections: string[] | null }
  | { do: 'decide'; decision: SyncDecision };

export type AddressFault = 'invalid' | 'insecure' | 'credentials';

const loopback = new Set(['localhost', '127.0.0.1']);

/** Names of the local network: without a dot, or under a domain that is never public (RFC 6762, RFC 8375, ICANN's `internal`). */
const localName = /^[^.:]+$|\.(local|lan|internal|home\.arpa)$/;
/** Private and link-local addresses (RFC 1918, RFC 3927, RFC 4193, RFC 4291), as a URL writes them. */
const localNumber =
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d{1,3}){2,3}$|^\[(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):[0-9a-f:]*\]$/;

export interface ServerAddress {
  address: string;
  /** Others in the local network can read what is sent; the user must have accepted that. */
  isUnencrypted: boolean;
}

/** The address of a server as a person types it: https, or http on this machine or in the local network; on this machine, http is meant if neither is written. Without `/v1`, query and fragment. */
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
