import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { museumDocument } from '../../museum/document.ts';
import { exhibits } from '../../museum/museum.ts';
import type { Person } from '../../museum/person.ts';
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

test.each(Object.entries(engines))(
  'on a day without faults and collisions, the engine “%s” keeps both devices equal, and then stops writing',
  async (_, engine) => {
    const world = new World<Person>(engine, { server: 'extended' });
    world.anna.save('Tea', ['kitchen']);
    world.ben.save('Bread');
    world.ben.save('Milk');
    await world.syncUntilSettled();
    world.ben.edit('Tea', 'Green tea');
    world.anna.tag('Bread', 'today');
    world.anna.trash('Milk');
    await world.syncUntilSettled();
    for (const { shown } of [world.anna, world.ben])
      expect(
        shown()
          .map(({ text, tags }) => `${text}: ${tags.join()}`)
          .sort(),
      ).toEqual(['Bread: today', 'Green tea: kitchen']);
    expect(await world.idleWrites()).toBe(0);
  },
);

test('docs/museum.md is current', () => {
  expect(readFileSync('docs/museum.md', 'utf8')).toBe(museumDocument());
});
