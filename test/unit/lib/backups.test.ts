import { describe, expect, it } from 'vitest';
import { backupOf, isDue, outdated, type BackupInfo } from '../../../src/lib/backups.ts';

const dayMs = 86_400_000;

describe('the schedule', () => {
  const backupOn = (day: number, kind: BackupInfo['kind'] = 'daily'): BackupInfo => ({
    name: `${kind} ${day}`,
    kind,
    at: new Date(day * dayMs).toISOString(),
    memories: 1,
  });

  it('keeps seven daily backups, and one backup for each of the four weeks before', () => {
    let all: BackupInfo[] = [];
    for (let day = 20_000; day < 20_100; day++) {
      all.push(backupOn(day));
      const gone = new Set(outdated(all, day * dayMs));
      all = all.filter((backup) => !gone.has(backup));
    }
    const days = all.map(({ at }) => Date.parse(at) / dayMs - 20_099).toSorted((a, b) => b - a);
    expect(days.slice(0, 7)).toEqual([0, -1, -2, -3, -4, -5, -6].map((day) => day + 0));
    const weeks = days.slice(7).map((day) => Math.floor((day + 20_099) / 7));
    expect(weeks).toEqual([0, 1, 2, 3].map((index) => weeks[0]! - index));
  });

  it('deletes backups with a future time rather than backups of the last week', () => {
    const future = backupOn(400);
    const week = [4, 5, 6, 7, 8, 9, 10].map((day) => backupOn(day));
    const gone = outdated([future, ...week], 10.1 * dayMs);
    expect(gone.every((backup) => backup === future)).toBe(true);
    expect(
      outdated([future, backupOn(401), backupOn(407), backupOn(414), backupOn(421), ...week], 10.1 * dayMs),
    ).not.toContain(week[0]);
  });

  it('keeps for one day the backup that can undo a restore', () => {
    expect(outdated([backupOn(10, 'undo')], 10.5 * dayMs)).toEqual([]);
    expect(outdated([backupOn(10, 'undo')], 11.5 * dayMs)).toHaveLength(1);
  });

  it('makes a backup due a day after the newest backup that isn’t in the future', () => {
    expect(isDue([], 0)).toBe(true);
    expect(isDue([backupOn(10)], 10.9 * dayMs)).toBe(false);
    expect(isDue([backupOn(10)], 11 * dayMs)).toBe(true);
    expect(isDue([backupOn(10)], 9 * dayMs)).toBe(true);
    expect(isDue([backupOn(10), backupOn(8.5)], 9 * dayMs)).toBe(false);
  });

  it('reads what a backup’s file name says, and takes no other file for a backup', () => {
    expect(backupOf('partial')).toBeUndefined();
    expect(backupOf('daily_2026-11-22T09-00-00.000Z_812.jsonl.gz')).toMatchObject({
      kind: 'daily',
      memories: 812,
      at: '2026-11-22T09:00:00.000Z',
    });
  });
});
