export const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
export const dot = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  Array.from(one).reduce((sum, value, index) => sum + value * other[index]!, 0);

export const shown = (values: number[], digits = 1): string =>
  `${median(values).toFixed(digits)} [${Math.min(...values).toFixed(digits)}]`;
