/** One contiguous replacement in the base text. */
interface Change {
  /** The index of the first changed line of the base. `to`: the index after the last changed line. */
  from: number;
  to: number;
  lines: string[];
}

/**
 * Merges two changes of one text if an unchanged line lies between them, or if both only add lines at the end. Null:
 * they conflict.
 */
export function mergeText(base: string, ours: string, theirs: string): string | null {
  const lines = base.split('\n');
  const [one, other] = [changeOf(lines, ours.split('\n')), changeOf(lines, theirs.split('\n'))];
  if (one.from === lines.length && other.from === lines.length) {
    // One side's added lines may end with all of the other's, for example after a browser profile was restored.
    if (endsWith(other.lines, one.lines)) return theirs;
    if (endsWith(one.lines, other.lines)) return ours;
    // Lines with which both additions begin count once.
    const shared = one.lines.findIndex((line, index) => line !== other.lines[index]);
    return [...lines, ...other.lines, ...(shared === -1 ? [] : one.lines.slice(shared))].join('\n');
  }
  const [first, second] = one.from < other.from ? [one, other] : [other, one];
  // An unchanged line must lie between the two changes: neighbouring lines often belong together.
  if (first.to >= second.from) return null;
  return [
    ...lines.slice(0, first.from),
    ...first.lines,
    ...lines.slice(first.to, second.from),
    ...second.lines,
    ...lines.slice(second.to),
  ].join('\n');
}

const endsWith = (lines: string[], end: string[]): boolean =>
  end.length <= lines.length && end.every((line, index) => line === lines[lines.length - end.length + index]);

/** The change from `base` to `text`: everything from the first to the last different line. */
function changeOf(base: string[], text: string[]): Change {
  let from = 0;
  while (from < base.length && base[from] === text[from]) from++;
  let [to, end] = [base.length, text.length];
  while (to > from && end > from && base[to - 1] === text[end - 1]) {
    to--;
    end--;
  }
  return { from, to, lines: text.slice(from, end) };
}
