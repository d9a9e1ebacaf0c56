import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { museumDocument } from '../../museum/document.ts';
import { exhibits } from '../../museum/museum.ts';
import { engines, Hall } from '../../museum/hall.ts';

describe.each(exhibits.map((exhibit) => [exhibit.title, exhibit] as const))('%s', (_, exhibit) => {
  test('Commonplace loses nothing, duplicates nothing, and stops writing', async () => {
    const hall = new Hall(engines.ours, exhibit);
    await exhibit.act(hall);
    expect(await exhibit.complaints(hall)).toEqual([]);
    await hall.rest();
    expect(await hall.idleWrites()).toBe(0);
  });

  test('the naive engine fails', async () => {
    const hall = new Hall(engines.naive, exhibit);
    await exhibit.act(hall);
    expect(await exhibit.complaints(hall)).not.toEqual([]);
  });
});

test('docs/museum.md is current', () => {
  expect(readFileSync('docs/museum.md', 'utf8')).toBe(museumDocument());
});
