export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How far values lie from their mean, as the square root of the mean square. */
export const spread = (values: number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};
