import type { Import } from '../import-graph.ts';

/** Test files, sorted by the number of imports between test and changed file (`distance`). */
export function touchedTests(
  changed: readonly string[],
  imports: readonly Import[],
  isTest: (file: string) => boolean,
): { file: string; distance: number }[] {
  const importers = Map.groupBy(imports, ({ to }) => to);
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of distances)
    for (const { from } of importers.get(file) ?? []) if (!distances.has(from)) distances.set(from, distance + 1);
  return [...distances].filter(([file]) => isTest(file)).map(([file, distance]) => ({ file, distance }));
}

/** Chooses files that together fit into `seconds`, earlier files first. If no file fits, returns the first file. */
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
