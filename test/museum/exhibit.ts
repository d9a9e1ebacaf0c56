import type { World, Setting } from './world.ts';
import type { Person } from './person.ts';

/** A sync failure that other products have had, or could have, as a test case. */
export interface Exhibit extends Setting {
  title: string;
  /** Where the failure was reported, as `owner/repository#issue`. Empty if we thought of it ourselves. */
  reports: string[];
  story: string;
  wrong: string;
  why: string;
  act(world: World): Promise<void>;
  /** Returns what a user would complain about at the end. */
  complaints(world: World): string[] | Promise<string[]>;
}

export const texts = (person: Person) => person.shown().map(({ text }) => text);

/** Complaints about texts that both devices lack, even in the trash and among earlier versions. */
export const lost = ({ anna, ben }: World, ...wanted: string[]) =>
  wanted.filter((text) => ![...anna.kept(), ...ben.kept()].includes(text)).map((text) => `"${text}" is lost`);

/** Complaints about texts that at least one of the two people doesn't see. */
export const unseen = ({ anna, ben }: World, ...wanted: string[]) =>
  wanted
    .filter((text) => ![anna, ben].every((person) => texts(person).includes(text)))
    .map((text) => `"${text}" isn’t shown`);

export const doubled = ({ anna, ben }: World, text: string) =>
  [anna, ben].some((person) => texts(person).filter((one) => one === text).length > 1) ? [`"${text}" is doubled`] : [];

/** Saves a memory with each of these texts and syncs, so that both people have them. */
export async function saveShared(world: World, ...all: string[]): Promise<void> {
  for (const text of all) world.anna.save(text);
  await world.sync(world.anna, world.ben, world.anna);
}
