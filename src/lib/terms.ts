/**
 * The words that describe a text according to a model, including words that don't occur in the text. Each id in the
 * model's vocabulary occurs at most once, with a weight above 0.
 */
export interface Terms {
  ids: Uint16Array;
  weights: Float32Array;
}

export const noTerms: Terms = { ids: new Uint16Array(), weights: new Float32Array() };

/** Returns a function that gives the scalar product of a text's terms with those of another text. */
export function termProductWith(one: Terms): (other: Terms) => number {
  const weights = new Map(Array.from(one.ids, (id, index) => [id, one.weights[index]!]));
  return (other) => other.ids.reduce((sum, id, index) => sum + (weights.get(id) ?? 0) * other.weights[index]!, 0);
}
