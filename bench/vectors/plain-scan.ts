/** A scan in float32. Returns the positions of the `most` nearest points, nearest first. */
export function plainScan(points: Float32Array, vector: Float32Array, most: number): number[] {
  const dimensions = vector.length;
  const found: number[] = [];
  const scores: number[] = [];
  for (let index = 0, offset = 0; offset < points.length; index++, offset += dimensions) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let step = 0; step < dimensions; step += 4) {
      a += points[offset + step]! * vector[step]!;
      b += points[offset + step + 1]! * vector[step + 1]!;
      c += points[offset + step + 2]! * vector[step + 2]!;
      d += points[offset + step + 3]! * vector[step + 3]!;
    }
    const score = a + b + c + d;
    if (scores.length === most && score <= scores[most - 1]!) continue;
    let rank = Math.min(scores.length, most - 1);
    for (; rank > 0 && scores[rank - 1]! < score; rank--)
      [scores[rank], found[rank]] = [scores[rank - 1]!, found[rank - 1]!];
    [scores[rank], found[rank]] = [score, index];
  }
  return found;
}
