export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The standard deviation. */
export const spread = (values: number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};
