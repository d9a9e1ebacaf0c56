import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { museumDocument } from '../../museum/document.ts';
import { exhibits } from '../../museum/museum.ts';
import { engines, World } from '../../museum/world.ts';

describe.each(exhibits.map((exhibit) => [exhibit.title, exhibit] as const))('%s', (_, exhibit) => {
  test('Commonplace loses nothing, duplicates nothing, and stops writing', async () => {
    const world = new World(engines.commonplace, exhibit);
    await exhibit.act(world);
    expect(await exhibit.complaints(world)).toEqual([]);
    await world.syncUntilSettled();
    expect(await world.idleWrites()).toBe(0);
  });

  test('the naive engine fails', async () => {
    const world = new World(engines.naive, exhibit);
    await exhibit.act(world);
    expect(await exhibit.complaints(world)).not.toEqual([]);
  });
});

test('docs/museum.md is current', () => {
  expect(readFileSync('docs/museum.md', 'utf8')).toBe(museumDocument());
});
