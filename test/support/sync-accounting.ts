import { conflictTag } from '../../src/lib/sync.ts';

export interface LiveMemory {
  content: string;
  tags: readonly string[];
  /** The name of the memory's collection. */
  collection: string | null;
}

/** The final memories of one side: a profile or a server. */
export interface Side {
  name: string;
  live: LiveMemory[];
}

/** Memories of a server, with their ids there. */
export type Stored = LiveMemory & { id: string };

/** Everything that the user of a profile can find. */
export interface Found {
  live: LiveMemory[];
  trash: LiveMemory[];
  versions: Pick<LiveMemory, 'content' | 'tags'>[];
}

/** A change of a text by the user of a profile. */
export interface Save {
  /** The mark that identifies the save in texts, such as `«2.17»`: profile 2, edit 17. */
  mark: string;
  /** The text that the user saw and changed. Empty for a new memory. */
  before: string;
  after: string;
  /** False: the request failed, for example because the engine died, so the change may not have been saved. */
  isConfirmed: boolean;
}

export interface Journal {
  saves: Save[];
  trashed: string[];
}

export interface Writer extends Side, Found, Journal {}

/** What sync promises with a kind of server. */
export interface Promised {
  /** Edits name the version that they replace, so no edit replaces a version that its device hasn't seen. */
  guardsEdits: boolean;
  /** A memory that is moved to another collection moves on every device. */
  moves: boolean;
}

const marksIn = (text: string): string[] => text.match(/«\d+\.\d+»/g) ?? [];

/** Marks a duplicate. The id of its memory on the server follows. */
const duplicateMark = 'mx:dup:';

/**
 * The live memories, except those that a device has marked as duplicates because the server can't delete them. Devices
 * may still show a marked memory, so `lossesOf` and `unseenOf` count marked memories too.
 */
const unmarked = ({ live }: Pick<Side, 'live'>): LiveMemory[] =>
  live.filter(({ tags }) => !tags.some((tag) => tag.startsWith(duplicateMark)));

/** The unmarked memories in a form that is equal on all sides, sorted. */
export const formsOf = (side: Pick<Side, 'live'>, { moves }: Promised): string[] =>
  unmarked(side)
    .map(({ content, tags, collection }) => JSON.stringify([content, tags.toSorted(), ...(moves ? [collection] : [])]))
    .sort();

/**
 * The faults: texts that are lost or duplicated, memories that aren't equal on every side, and duplicates whose memory
 * isn't on the server.
 */
export function faultsOf(writers: readonly Writer[], server: Side & { live: Stored[] }, promised: Promised): string[] {
  const sides = [...writers, server];
  return [
    ...sides.flatMap((side) => doublesOf(side, promised.guardsEdits ? new Set() : editedElsewhere(writers))),
    ...differencesOf(sides, promised),
    ...orphansOf(server.live),
    ...lossesOf(writers),
    ...(promised.guardsEdits ? unseenOf(writers) : []),
  ];
}

const profileOf = (mark: string): string => mark.split('.')[0]!;

/**
 * The marks of other profiles that a user saw in a text and kept when editing it. They may be in two memories: a server
 * without guarded edits may save a create twice. If another profile edits the second memory before it is marked as a
 * duplicate, both stay.
 */
const editedElsewhere = (writers: readonly Writer[]): Set<string> =>
  new Set(
    writers
      .flatMap(({ saves }) => saves)
      .flatMap(({ mark, before, after }) =>
        marksIn(before).filter((seen) => profileOf(seen) !== profileOf(mark) && after.includes(seen)),
      ),
  );

/**
 * The texts and edits that a side has twice. An edit must be in only one memory, except for conflict copies and the
 * edits in `allowed`. No two memories may have the same text.
 */
function doublesOf(side: Side, allowed: ReadonlySet<string>): string[] {
  const texts = unmarked(side)
    .map(({ content }) => content)
    .sort();
  const twice = texts.filter((text, index) => text === texts[index - 1]);
  const originals = unmarked(side).filter(({ tags }) => !tags.includes(conflictTag));
  const edits = originals.flatMap(({ content }) => marksIn(content)).sort();
  const editedTwice = edits.filter((mark, index) => mark === edits[index - 1] && !allowed.has(mark));
  return [...twice, ...editedTwice].map((text) => {
    const found = side.live.filter(({ content }) => content.includes(text));
    return `${side.name} has ${JSON.stringify(text)} twice, in ${JSON.stringify(found)}`;
  });
}

function differencesOf([first, ...others]: readonly Side[], promised: Promised): string[] {
  const forms = formsOf(first!, promised);
  return others.flatMap((side) => [
    ...without(forms, formsOf(side, promised)).map((form) => `${side.name} lacks ${form}`),
    ...without(formsOf(side, promised), forms).map((form) => `only ${side.name} has ${form}`),
  ]);
}

/** The duplicates on the server, hidden by their mark, whose marks don't lead to a memory there without a mark. */
function orphansOf(stored: readonly Stored[]): string[] {
  const byId = new Map(stored.map((memory) => [memory.id, memory]));
  const leadsToShown = ({ id, tags }: Stored, passed = new Set<string>()): boolean => {
    const mark = tags.find((tag) => tag.startsWith(duplicateMark));
    if (mark === undefined) return true;
    const next = byId.get(mark.slice(duplicateMark.length));
    return next !== undefined && !passed.has(next.id) && leadsToShown(next, passed.add(id));
  };
  return stored
    .filter((memory) => !leadsToShown(memory))
    .map(({ content }) => `the server hides ${JSON.stringify(content)}, and doesn’t have its memory`);
}

function without(forms: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return forms.filter((form) => !known.has(form));
}

const marksOf = (memories: readonly Pick<LiveMemory, 'content'>[]) =>
  new Set(memories.flatMap(({ content }) => marksIn(content)));

/**
 * The marks that the users of `some` removed by editing a text. An unconfirmed edit counts if its own mark is, or was,
 * on a profile of `all`.
 */
function replacedBy(some: readonly Writer[], all: readonly Writer[]): Set<string> {
  const seen = marksOf(
    all.flatMap(({ live, trash, versions, saves }) => [
      ...live,
      ...trash,
      ...versions,
      ...saves.map(({ before }) => ({ content: before })),
    ]),
  );
  return new Set(
    some
      .flatMap(({ saves }) => saves)
      .filter(({ isConfirmed, mark }) => isConfirmed || seen.has(mark))
      .flatMap(({ before, after }) => without(marksIn(before), marksIn(after))),
  );
}

const confirmedBy = ({ saves }: Writer): string[] =>
  saves.filter(({ isConfirmed }) => isConfirmed).map(({ mark }) => mark);

/**
 * The confirmed edits that can no longer be found on the profile where they were made, although its user didn't replace
 * them.
 */
function lossesOf(writers: readonly Writer[]): string[] {
  return writers.flatMap((writer) => {
    const kept = marksOf([...writer.live, ...writer.trash, ...writer.versions]);
    const replaced = replacedBy([writer], writers);
    return confirmedBy(writer)
      .filter((mark) => !kept.has(mark) && !replaced.has(mark))
      .map((mark) => `${writer.name} has lost ${mark}`);
  });
}

/**
 * The confirmed edits that a profile doesn't show, although nobody deleted them or replaced them by an edit of their
 * text. An edit of a conflict copy may be among the copy's earlier versions, since a conflict about a copy makes no
 * second copy.
 */
function unseenOf(writers: readonly Writer[]): string[] {
  const excused = new Set([
    ...replacedBy(writers, writers),
    ...writers.flatMap(({ trash, trashed, versions }) => [
      ...marksOf(trash),
      ...trashed.flatMap(marksIn),
      ...marksOf(versions.filter(({ tags }) => tags.includes(conflictTag))),
    ]),
  ]);
  return writers.flatMap((writer) => {
    const shown = marksOf(writer.live);
    return writers
      .flatMap(confirmedBy)
      .filter((mark) => !shown.has(mark) && !excused.has(mark))
      .map((mark) => `${writer.name} doesn’t show ${mark}`);
  });
}

/** How many edits are only in an earlier version. */
export const onlyEarlier = ({ live, trash, versions }: Found): number =>
  without([...marksOf(versions)], [...marksOf([...live, ...trash])]).length;

/** For a failed assertion: where each side has the edits of the first faults. */
export function whereabouts(faults: readonly string[], writers: readonly Writer[], server: Side): string[] {
  const marks = faults.slice(0, 3).flatMap(marksIn);
  const places = [
    ...writers.flatMap(({ name, live, trash, versions }) => [
      { where: name, memories: live },
      { where: `${name}, in the trash`, memories: trash },
      { where: `${name}, among earlier versions`, memories: versions },
    ]),
    { where: server.name, memories: server.live },
  ];
  return places.flatMap(({ where, memories }) =>
    memories
      .filter(({ content }) => marks.some((mark) => content.includes(mark)))
      .map((memory) => `${where}: ${JSON.stringify(memory)}`),
  );
}
