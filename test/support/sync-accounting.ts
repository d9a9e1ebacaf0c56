import { conflictTag } from '../../src/lib/sync.ts';
import type { Memory } from '../../src/v1/schemas/memory.ts';

export type LiveMemory = Pick<Memory, 'content' | 'tags'>;

/** The final memories of one side: a profile or a server. */
export interface Side {
  name: string;
  live: LiveMemory[];
}

/** A profile: its live memories, its trash, its earlier versions, and which edits it confirmed. */
export interface Writer extends Side {
  /** The marks of the edits that the profile confirmed. */
  confirmed: ReadonlySet<string>;
  trash: string[];
  /**
   * The texts of earlier versions, which also count as kept. Empty if the server has all extensions of v1: on such a
   * server, no edit can replace one that its device hasn't seen, so every confirmed edit must be in a memory.
   */
  versions: string[];
}

/** The marks by which the test identifies edits in a text, such as `«2.17»`: profile 2, edit 17. */
const marks = /«\d+\.\d+»/g;

/**
 * The live memories, except those that a device has marked as duplicates because the server can't delete them. If
 * another device edited such a memory before the mark arrived, that device still shows the memory, which then counts.
 */
const unmarked = ({ live }: Pick<Side, 'live'>): LiveMemory[] =>
  live.filter(({ tags }) => !tags.some((tag) => tag.startsWith('mx:dup:')));

/** The texts of the unmarked memories, sorted. */
export const textsOf = (side: Pick<Side, 'live'>): string[] =>
  unmarked(side)
    .map(({ content }) => content)
    .sort();

/** The faults: texts that are lost, duplicated, or not on every side. */
export function faultsOf(writers: readonly Writer[], server: Side): string[] {
  const sides = [...writers, server];
  return [...sides.flatMap(doublesOf), ...differencesOf(sides), ...writers.flatMap(lossesOf)];
}

/**
 * The texts and edits that a side has twice. An edit must be in only one memory, except for conflict copies. No two
 * memories may have the same text.
 */
function doublesOf(side: Side): string[] {
  const texts = textsOf(side);
  const twice = texts.filter((text, index) => text === texts[index - 1]);
  const originals = unmarked(side).filter(({ tags }) => !tags.includes(conflictTag));
  const edits = originals.flatMap(({ content }) => content.match(marks) ?? []).sort();
  const editedTwice = edits.filter((mark, index) => mark === edits[index - 1]);
  return [...twice, ...editedTwice].map((text) => `${side.name} has ${JSON.stringify(text)} twice`);
}

function differencesOf([first, ...others]: readonly Side[]): string[] {
  const texts = textsOf(first!);
  return others.flatMap((side) => [
    ...without(texts, textsOf(side)).map((text) => `${side.name} lacks ${JSON.stringify(text)}`),
    ...without(textsOf(side), texts).map((text) => `only ${side.name} has ${JSON.stringify(text)}`),
  ]);
}

function without(texts: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return texts.filter((text) => !known.has(text));
}

function lossesOf({ name, live, trash, versions, confirmed }: Writer): string[] {
  const kept = new Set(
    [...live.map(({ content }) => content), ...trash, ...versions].flatMap((text) => text.match(marks) ?? []),
  );
  return [...confirmed].filter((mark) => !kept.has(mark)).map((mark) => `${name} has lost ${mark}`);
}
