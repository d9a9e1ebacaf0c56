/**
 * A quote to find. `text`: as a page shows the quote. `prefix`: the text before the quote, which distinguishes the
 * quote from equal texts.
 */
export interface Quote {
  id: string;
  text: string;
  prefix: string;
}

/** The name under which the browser draws the marks. */
export const highlightName = 'commonplace';

interface Letters {
  text: string;
  nodes: Text[];
  /** For each UTF-16 unit of `text`: the index of its node, and the range of its character in that node. */
  node: number[];
  start: number[];
  end: number[];
}

const hiddenSelector = 'script, style, noscript, template, textarea';
const letter = /[\p{L}\p{N}]/u;
const characters = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * The letters and digits of a text, without case and accents. White space and punctuation are left out, because they
 * differ between Markdown and pages. Each character is converted on its own, so that parts of a text give the same
 * letters as the whole.
 */
const lettersOf = (text: string) =>
  Array.from(text.normalize('NFD'))
    .filter((character) => letter.test(character))
    .map((character) => character.toUpperCase().toLowerCase())
    .join('');

function lettersIn(root: Node): Letters {
  const all: Letters = { text: '', nodes: [], node: [], start: [], end: [] };
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest(hiddenSelector)) continue;
    const index = all.nodes.push(node) - 1;
    for (const { 0: character, index: start } of node.data.matchAll(characters)) {
      const letters = lettersOf(character);
      for (let unit = 0; unit < letters.length; unit++) {
        all.node.push(index);
        all.start.push(start);
        all.end.push(start + character.length);
      }
      texts.push(letters);
    }
  }
  return { ...all, text: texts.join('') };
}

function rangeOf(letters: Letters, quote: Quote): Range | undefined {
  const { text, nodes, node } = letters;
  const [wanted, before] = [lettersOf(quote.text), lettersOf(quote.prefix)];
  if (wanted === '') return undefined;
  const whole = text.indexOf(before + wanted);
  const first = whole < 0 ? text.indexOf(wanted) : whole + before.length;
  if (first < 0) return undefined;
  const last = first + wanted.length - 1;
  const range = document.createRange();
  range.setStart(nodes[node[first]!]!, letters.start[first]!);
  range.setEnd(nodes[node[last]!]!, letters.end[last]!);
  return range;
}

/** Finds the quotes in the page; leaves out those that the page doesn't have. */
export function findQuotes(root: Node, quotes: readonly Quote[]): { id: string; range: Range }[] {
  const letters = lettersIn(root);
  return quotes.flatMap((quote) => {
    const range = rangeOf(letters, quote);
    return range === undefined ? [] : [{ id: quote.id, range }];
  });
}

/**
 * Marks quotes in the page without changing it, scrolls to the first, and returns the ids of those found. Returns
 * undefined if the browser can't mark.
 */
export function markQuotes(quotes: readonly Quote[]): string[] | undefined {
  if (typeof Highlight === 'undefined' || !CSS.highlights) return undefined;
  const found = findQuotes(document.body, quotes);
  CSS.highlights.set(highlightName, new Highlight(...found.map(({ range }) => range)));
  found[0]?.range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
  return found.map(({ id }) => id);
}
