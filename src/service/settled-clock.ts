import { limits } from '../v1/limits.ts';
import type { StoreReader, StoreWriter } from './ports/store.ts';

const hourMs = 3_600_000;

/** Between two maintenances lies a day. A clock that has moved by more than this may be wrong. */
const jumpMs = 48 * hourMs;

/** So long a clock must go on from where it jumped to before anything is deleted by it. */
const settlingMs = 24 * hourMs;

/** The setting that holds what is known of the clock. In Unix milliseconds: `seen` when maintenance last ran, `since` when it first ran without a jump since. */
const setting = 'clock';

interface Seen {
  seen: number;
  since: number;
}

/** Notes what the clock says, and returns whether what has outlived its time by it may be deleted. */
export async function noteClock(writer: StoreWriter, now: number): Promise<boolean> {
  const before = await lastSeen(writer);
  const since = before !== undefined && goesOn(before, now) ? before.since : now;
  await writer.putSetting(setting, JSON.stringify({ seen: now, since } satisfies Seen));
  return now - since >= settlingMs;
}

/** Whether an idempotency key of this time is forgotten. One that the clock may be wrong about is kept: forgetting it could save a memory twice. */
export async function isForgotten(reader: StoreReader, createdAt: string, now: number): Promise<boolean> {
  if (now - Date.parse(createdAt) < limits.idempotencyDays * 24 * hourMs) return false;
  const seen = await lastSeen(reader);
  return seen !== undefined && goesOn(seen, now) && now - seen.since >= settlingMs;
}

async function lastSeen(reader: StoreReader): Promise<Seen | undefined> {
  const kept = await reader.setting(setting);
  return kept === undefined ? undefined : (JSON.parse(kept) as Seen);
}

const goesOn = ({ seen }: Seen, now: number) => Math.abs(now - seen) <= jumpMs;
