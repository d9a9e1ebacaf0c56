import type { Hall, Setting } from './hall.ts';
import type { Person } from './person.ts';

/** A sync failure of other products, or one that they could have, as a test case. */
export interface Exhibit extends Setting {
  title: string;
  /** Where it was reported, as `owner/repository#issue`. Empty if we thought of it ourselves. */
  reports: string[];
  /** What happened to a person. */
  story: string;
  /** What the engine did wrong. */
  wrong: string;
  /** Why Commonplace doesn't. */
  why: string;
  act(hall: Hall): Promise<void>;
  /** Returns what a user would complain about at the end. */
  complaints(hall: Hall): string[] | Promise<string[]>;
}

export const texts = (person: Person) => person.shown().map(({ text }) => text);

/** The texts that a person can't find, not even in the trash or among earlier versions. */
export const lost = ({ anna, ben }: Hall, ...wanted: string[]) =>
  wanted.filter((text) => ![...anna.kept(), ...ben.kept()].includes(text)).map((text) => `"${text}" is lost`);

/** The texts that at least one person doesn't see. */
export const unseen = ({ anna, ben }: Hall, ...wanted: string[]) =>
  wanted
    .filter((text) => ![anna, ben].every((person) => texts(person).includes(text)))
    .map((text) => `"${text}" isn’t shown`);

export const doubled = ({ anna, ben }: Hall, text: string) =>
  [anna, ben].some((person) => texts(person).filter((one) => one === text).length > 1) ? [`"${text}" is doubled`] : [];

/** Gives both people one memory with each of these texts, in sync. */
export async function shared(hall: Hall, ...all: string[]): Promise<void> {
  for (const text of all) hall.anna.save(text);
  await hall.sync(hall.anna, hall.ben, hall.anna);
}
