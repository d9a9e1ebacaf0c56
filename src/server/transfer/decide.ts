import type { Memory } from '../../v1/schemas/memory.ts';

/** What becomes of a memory of a file where one of the same id is here. `conflict`: they were changed apart, and nobody can tell which is wanted. */
export type Decision = 'unchanged' | 'replace' | 'kept' | 'conflict';

/** The higher version is the later one. Of two that differ in nothing but the trash, the one that is here stays, unless the file itself says that its own came later. */
export function decide(here: Memory, given: Memory, later: boolean): Decision {
  if (isSame(here, given)) return 'unchanged';
  if (given.version !== here.version) return given.version > here.version ? 'replace' : 'kept';
  const { deletedAt: _, ...hereApart } = here;
  const { deletedAt: __, ...givenApart } = given;
  if (!isSame(hereApart, givenApart)) return 'conflict';
  return later ? 'replace' : 'kept';
}

function isSame(one: object, other: object): boolean {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}
