/**
 * A quote to find: its text as a page shows it, and the text before it, which distinguishes it from equal texts on
 * the page.
 */
export interface Quote {
  id: string;
  text: string;
  prefix: string;
}

/** The name under which the browser draws the marks. */
export const highlightName = 'commonplace';

/** The letters and digits of a page, each with its position. */
interface Letters {
  text: string;
  nodes: Text[];
  /** For each UTF-16 unit of `text`: the index of its node, and its offset in that node. */
  node: number[];
  offset: number[];
}

const hiddenSelector = 'script, style, noscript, template, textarea';
const letter = /[\p{L}\p{N}]/u;

/**
 * The letters and digits of a text, without case. White space and punctuation are left out, because Markdown and pages
 * differ in them.
 */
const lettersOf = (text: string) => Array.from(text.normalize('NFC').toLowerCase()).filter((one) => letter.test(one));

function lettersIn(root: Node): Letters {
  const all: Letters = { text: '', nodes: [], node: [], offset: [] };
  const characters: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest(hiddenSelector)) continue;
    const index = all.nodes.push(node) - 1;
    let offset = 0;
    for (const character of node.data) {
      for (const one of lettersOf(character)) {
        for (let unit = 0; unit < one.length; unit++) {
          all.node.push(index);
          all.offset.push(offset);
        }
        characters.push(one);
      }
      offset += character.length;
    }
  }
  return { ...all, text: characters.join('') };
}

function rangeOf({ text, nodes, node, offset }: Letters, quote: Quote): Range | undefined {
  const [wanted, before] = [lettersOf(quote.text).join(''), lettersOf(quote.prefix).join('')];
  if (wanted === '') return undefined;
  const whole = text.indexOf(before + wanted);
  const start = whole < 0 ? text.indexOf(wanted) : whole + before.length;
  if (start < 0) return undefined;
  const end = start + wanted.length - 1;
  const range = document.createRange();
  range.setStart(nodes[node[start]!]!, offset[start]!);
  range.setEnd(nodes[node[end]!]!, offset[end]! + 1);
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
 * Marks quotes in the page without changing it, scrolls to the first, and returns the ids of those that were found.
 * Undefined if the browser can't mark.
 */
export function markQuotes(quotes: readonly Quote[]): string[] | undefined {
  if (typeof Highlight === 'undefined' || !CSS.highlights) return undefined;
  const found = findQuotes(document.body, quotes);
  CSS.highlights.set(highlightName, new Highlight(...found.map(({ range }) => range)));
  found[0]?.range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
  return found.map(({ id }) => id);
}
