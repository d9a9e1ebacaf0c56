import { conflictTag } from '../../src/lib/sync.ts';
import { isPlain } from './families.ts';
import { marksIn, type Oracle } from './oracle.ts';
import type { Schedule } from './schedule.ts';

export const wasRestored = ({ actions }: Schedule) => actions.some(({ kind }) => kind === 'server restore');

/**
 * Whether a clock jumps in a schedule where sync can't rely on idempotency keys. Without these keys, devices wait for
 * writes that may arrive late, and a jump ends the wait too early.
 */
export const clockJumps = (schedule: Schedule) =>
  isPlain(schedule) && schedule.actions.some(({ kind }) => kind === 'clock');

/**
 * Whether a plain server cuts long texts and tags, and so may cut off the tag that marks a duplicate. May also be true
 * in schedules with an extended server, which cuts nothing.
 */
export const cutsTexts = ({ choices }: Schedule) => choices.rewrites === 'cuts content and tags';

/** Property P2 (docs/sync.md): a text isn't in more memories than users made with it. Conflict copies don't count. */
export function doubles(
  texts: readonly Text[],
  where: string,
  { schedule, oracle }: { schedule: Schedule; oracle: Oracle },
): string[] {
  const byMark = new Map<string, Text[]>();
  for (const text of texts)
    if (!text.tags.includes(conflictTag))
      for (const mark of marksIn(text.content)) byMark.set(mark, [...(byMark.get(mark) ?? []), text]);
  return [...byMark].flatMap(([mark, found]) =>
    // A late write without an idempotency key makes a second memory, which a device may not recognise as a duplicate.
    found.length > oracle.memoriesWith(mark) &&
    !(
      oracle.arrivedTwice(mark) &&
      (areDifferent(found) ||
        clockJumps(schedule) ||
        wasRestored(schedule) ||
        cutsTexts(schedule) ||
        schedule.actions.some(({ kind }) => kind === 'choose') ||
        found.filter((text) => !isMarked(text)).length < oracle.memoriesWith(mark) ||
        oracle.isUnrecognisable(mark))
    )
      ? [`P2: ${mark} is doubled ${where}: ${JSON.stringify(found)}`]
      : [],
  );
}

interface Text {
  content: string;
  tags: string[];
  collection?: string | null | undefined;
  title?: string | null | undefined;
}

const isMarked = ({ tags }: Text) => tags.some((tag) => tag.startsWith('mx:dup:'));

const areDifferent = (texts: readonly Text[]) =>
  new Set(
    texts.map(({ content, tags, collection, title }) =>
      JSON.stringify([content, tags.filter((tag) => !tag.startsWith('mx:')), collection ?? null, title ?? null]),
    ),
  ).size > 1;
