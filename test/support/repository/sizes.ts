export interface Size {
  path: string;
  lines: number;
}

const most = { lines: 300, medianBelow: 100, wiringLines: 40 };

/** Problems with the sizes of source files, as sentences. */
export function sizeFaults(sizes: Size[]): string[] {
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return [
    ...sizes
      .filter(({ lines }) => lines > most.lines)
      .map(({ path, lines }) => `${path} has ${lines} lines, more than ${most.lines}: it has more than one subject`),
    ...sizes
      .filter(({ path, lines }) => path.startsWith('entrypoints/') && lines > most.wiringLines)
      .map(({ path, lines }) => `${path} has ${lines} lines, more than ${most.wiringLines}: an entrypoint only wires`),
    ...(median < most.medianBelow ? [] : [`the median file has ${median} lines, not below ${most.medianBelow}`]),
  ];
}
