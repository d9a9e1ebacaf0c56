import type { Import } from '../import-graph.ts';

/** Test files sorted by the number of imports between them and a changed file. A changed test file has distance 0. */
export function touchedTests(
  changed: readonly string[],
  imports: readonly Import[],
  isTest: (file: string) => boolean,
): { file: string; distance: number }[] {
  const importers = Map.groupBy(imports, ({ to }) => to);
  const distances = new Map(changed.map((file) => [file, 0]));
  // A map iterates in insertion order, including entries added during the loop, so this is a breadth-first search.
  for (const [file, distance] of distances)
    for (const { from } of importers.get(file) ?? []) if (!distances.has(from)) distances.set(from, distance + 1);
  return [...distances].filter(([file]) => isTest(file)).map(([file, distance]) => ({ file, distance }));
}

/**
 * Chooses files that fit into `seconds` together, earlier ones first; if none fits, the first file. `secondsOf` returns
 * how long a file takes.
 */
export function chooseFitting<File>(
  files: readonly File[],
  seconds: number,
  secondsOf: (file: File) => number,
): File[] {
  let left = seconds;
  const chosen = files.filter((file) => {
    const fits = secondsOf(file) <= left;
    if (fits) left -= secondsOf(file);
    return fits;
  });
  return chosen.length > 0 ? chosen : files.slice(0, 1);
}
