import { limits } from '../v1/limits.ts';
import type { StoreReader, StoreWriter } from './ports/store.ts';

const hourMs = 3_600_000;

/**
 * If the clock has moved by more than this since the last daily maintenance, it may be wrong. A smaller jump looks the
 * same as a browser used every other day.
 */
const jumpMs = 48 * hourMs;

/** How long the clock must run without a jump before anything that is expired is deleted. */
const settlingMs = 24 * hourMs;

const setting = 'clock';

/**
 * The known state of the clock, in Unix milliseconds. `seen`: the last maintenance; `since`: the first maintenance, or
 * the first after the last jump.
 */
interface Seen {
  seen: number;
  since: number;
}

/**
 * The known state of the clock at a maintenance, as text to be stored. `before`: the text stored at the last one.
 * `settled`: whether expired data may be deleted.
 */
export function clockAfter(before: string | null | undefined, now: number): { text: string; settled: boolean } {
  const last = seenIn(before);
  const since = last !== undefined && isContinuous(last, now) ? last.since : now;
  return { text: JSON.stringify({ seen: now, since } satisfies Seen), settled: now - since >= settlingMs };
}

/** Records the time; returns whether the clock is settled, so that expired data may be deleted. */
export async function noteClock(writer: StoreWriter, now: number): Promise<boolean> {
  const { text, settled } = clockAfter(await writer.setting(setting), now);
  await writer.putSetting(setting, text);
  return settled;
}

/**
 * Whether an idempotency key created at this time has expired. While the clock may be wrong, none counts as expired:
 * dropping one could save a memory twice.
 */
export async function isExpired(reader: StoreReader, createdAt: string, now: number): Promise<boolean> {
  if (now - Date.parse(createdAt) < limits.idempotencyDays * 24 * hourMs) return false;
  return clockAfter(await reader.setting(setting), now).settled;
}

/** Returns undefined if the text doesn't exist or is damaged. */
function seenIn(stored: string | null | undefined): Seen | undefined {
  try {
    const { seen, since } = JSON.parse(stored ?? '{}') as Partial<Record<keyof Seen, unknown>>;
    return Number.isFinite(seen) && Number.isFinite(since) ? ({ seen, since } as Seen) : undefined;
  } catch {
    return undefined;
  }
}

const isContinuous = ({ seen }: Seen, now: number) => Math.abs(now - seen) <= jumpMs;
