/**
 * A copy of all memories in a file of its own, apart from the database and from the journal (the database's second
 * copy).
 */
export interface BackupInfo {
  name: string;
  /**
   * `undo`: the state before a restore; `given`: a file that the user chose;
   * `server`: what a server had before the first sync.
   */
  kind: 'daily' | 'undo' | 'given' | 'server';
  /** ISO 8601, UTC. */
  at: string;
  /** Number of memories, including those in the trash. */
  memories: number;
}

/** `merge` restores only what is missing or older here; `replace` makes everything here equal to the backup. */
export type RestoreMode = 'merge' | 'replace';

/** What the extension's own pages show about backups. */
export interface BackupsState {
  /** The daily backups, newest first. Each was read back after it was written. */
  daily: BackupInfo[];
  /** The last test of a backup, which restores it into an empty database and compares the two. */
  tested?: { at: string; memories: number; isEqual: boolean } | undefined;
  /** `share`: 0..1; undefined if unknown. */
  running?: { doing: 'backing-up' | 'restoring'; share: number | undefined } | undefined;
  /** Why the last attempt failed, in the system's words. */
  trouble?: string | undefined;
  /** The state before the last restore, kept for a day. */
  undo?: BackupInfo | undefined;
  /** What servers had before the first sync, newest first; kept for a week. */
  servers?: BackupInfo[] | undefined;
  /** Set if some or all memories are gone: restoring this backup may bring them back. */
  offer?: BackupInfo | undefined;
}

export const backupFolder = 'commonplace-backups';

const namePattern = /^(daily|undo|given|server)_(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)_(\d+)\.jsonl\.gz$/;

export const backupName = ({ kind, at, memories }: Omit<BackupInfo, 'name'>): string =>
  `${kind}_${at.replaceAll(':', '-')}_${memories}.jsonl.gz`;

/** Reads what a backup's file name says; undefined if it isn't the name of a backup. */
export function backupOf(name: string): BackupInfo | undefined {
  const found = namePattern.exec(name);
  if (found === null) return undefined;
  const [, kind, day, hours, minutes, seconds, memories] = found;
  return {
    name,
    kind: kind as BackupInfo['kind'],
    at: `${day}T${hours}:${minutes}:${seconds}`,
    memories: Number(memories),
  };
}

const dayMs = 86_400_000;
export const undoMs = dayMs;
const keptMs: Record<Exclude<BackupInfo['kind'], 'daily'>, number> = { undo: undoMs, given: dayMs, server: 7 * dayMs };
const keptCounts = { daily: 7, weekly: 4 };

/**
 * The backups that are no longer needed. Of the daily backups, the newest seven stay, and the newest of each of the
 * four weeks before. A daily backup with a time in the future, from a wrong clock, counts as the oldest. Backups of
 * other kinds stay for a fixed time. `now`: undefined if the clock may be wrong; age then removes no backup.
 */
export function outdated(backups: readonly BackupInfo[], now: number | undefined): BackupInfo[] {
  const age = ({ at }: BackupInfo) => (now === undefined ? 0 : now - Date.parse(at));
  const all = newestFirst(backups.filter(({ kind }) => kind === 'daily'));
  const daily = [...all.filter((backup) => age(backup) >= 0), ...all.filter((backup) => age(backup) < 0)];
  const weeks = new Set<number>();
  const older = daily.slice(keptCounts.daily).filter(({ at }) => {
    const week = Math.floor(Date.parse(at) / (7 * dayMs));
    const isFirst = !weeks.has(week) && weeks.size < keptCounts.weekly;
    if (isFirst) weeks.add(week);
    return !isFirst;
  });
  return [...older, ...backups.filter((backup) => backup.kind !== 'daily' && age(backup) > keptMs[backup.kind])];
}

export const newestFirst = (backups: readonly BackupInfo[]): BackupInfo[] =>
  backups.toSorted((a, b) => (a.at < b.at ? 1 : -1));

/** Whether the next daily backup is due. A backup with a time in the future, from a wrong clock, doesn't count. */
export function isDue(backups: readonly BackupInfo[], now: number): boolean {
  const ages = backups.filter(({ kind }) => kind === 'daily').map(({ at }) => now - Date.parse(at));
  return !ages.some((age) => age >= 0 && age < dayMs);
}
