import { copyVisible } from './visible-copy.ts';
import { toMarkdown } from './to-markdown.ts';

/** A selection as Markdown, and what is needed to find it on its page again. */
export interface SelectedText {
  markdown: string;
  /** The text before and after the selection. A line break separates blocks. */
  quote: { prefix: string; suffix: string };
  language?: string;
}

const contextCharacters = 60;

const maxTextNodes = 200;

/** Elements that format their parts, such as lists and tables: a selection of several parts keeps the format. */
const formatSelector = 'pre, ul, ol, table';

const blockSelector =
  'address, article, aside, blockquote, body, dd, div, dl, dt, figcaption, figure, h1, h2, h3, h4, h5, h6, header, footer, li, main, nav, ol, p, pre, section, table, td, th, tr, ul';

/**
 * Reads the selection as Markdown; undefined if nothing is selected, or if a text field has the focus. `fresh`: an
 * empty document to copy the selection into. `base`: the address that links are relative to.
 */
export function readSelection(page: Document, fresh: Document, base: string): SelectedText | undefined {
  if (isInField(page)) return undefined;
  const selection = page.getSelection();
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, index) => selection!.getRangeAt(index)).filter(
    (range) => !range.collapsed,
  );
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const markdown = ranges.map((range) => markdownOf(range, fresh, base)).filter((text) => text !== '');
  const language = elementOf(first.startContainer)?.closest('[lang]')?.getAttribute('lang');
  return {
    markdown: markdown.join('\n\n'),
    quote: { prefix: textBefore(first), suffix: textAfter(last) },
    ...(language && { language }),
  };
}

/** Whether a text field has the focus. The field's own selection may be a password, so it isn't read. */
function isInField(page: Document): boolean {
  let element = page.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element !== null && /^(input|textarea)$/i.test(element.localName);
}

function markdownOf(range: Range, fresh: Document, base: string): string {
  const root = elementOf(range.commonAncestorContainer);
  if (root === null) return '';
  const into = fresh.createElement('div');
  const isWithinText = range.commonAncestorContainer.nodeType === Node.TEXT_NODE;
  // A selection within one list item or table cell, or one line of one text node, is copied without the list, table or
  // code block.
  const keepsFormat = isWithinText
    ? range.toString().includes('\n') && root.closest('pre') !== null
    : !root.closest('li, td, th');
  const formatElement = keepsFormat ? root.closest(formatSelector) : null;
  copyVisible(
    {
      root: formatElement ?? (isWithinText ? range.commonAncestorContainer : root),
      base,
      textOf: (text) => selectedPart(text, range),
      includes: (element) => range.intersectsNode(element),
    },
    into,
  );
  return toMarkdown(into);
}

function selectedPart(text: Text, range: Range): string | undefined {
  if (!range.intersectsNode(text)) return undefined;
  const start = text === range.startContainer ? range.startOffset : 0;
  const end = text === range.endContainer ? range.endOffset : text.data.length;
  return text.data.slice(start, end);
}

const elementOf = (node: Node) => (node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement);

const blockOf = (node: Node) => elementOf(node)?.closest(blockSelector);

function* textsFrom(node: Node, step: 'previousNode' | 'nextNode'): Generator<Text> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  walker.currentNode = node;
  for (let count = 0; count < maxTextNodes; count++) {
    const text = walker[step]() as Text | null;
    if (text === null) return;
    const parent = text.parentElement;
    if (parent !== null && parent.checkVisibility() && parent.closest('script, style, noscript') === null) yield text;
  }
}

const collapsed = (text: string) => text.replaceAll(/\s+/g, ' ');

function textBefore({ startContainer, startOffset }: Range): string {
  const isText = startContainer.nodeType === Node.TEXT_NODE;
  let text = isText ? collapsed((startContainer as Text).data.slice(0, startOffset)) : '';
  let block = blockOf(startContainer);
  const from = isText ? startContainer : (startContainer.childNodes[startOffset] ?? startContainer);
  for (const node of textsFrom(from, 'previousNode')) {
    if (characters(text).length >= contextCharacters) break;
    const nodeBlock = blockOf(node);
    text = collapsed(node.data) + (nodeBlock === block ? '' : '\n') + text;
    block = nodeBlock;
  }
  return characters(trimLineStarts(text)).slice(-contextCharacters).join('');
}

function textAfter({ endContainer, endOffset }: Range): string {
  const isText = endContainer.nodeType === Node.TEXT_NODE;
  let text = isText ? collapsed((endContainer as Text).data.slice(endOffset)) : '';
  let block = blockOf(endContainer);
  const from = isText ? endContainer : (endContainer.childNodes[endOffset - 1] ?? endContainer);
  const within = isText ? undefined : from;
  for (const node of textsFrom(from, 'nextNode')) {
    if (characters(text).length >= contextCharacters) break;
    if (within?.contains(node)) continue;
    const nodeBlock = blockOf(node);
    text += (nodeBlock === block ? '' : '\n') + collapsed(node.data);
    block = nodeBlock;
  }
  return characters(trimLineStarts(text)).slice(0, contextCharacters).join('');
}

const trimLineStarts = (text: string) => text.replaceAll(/ *\n[\s]*/g, '\n');

const characters = (text: string) => Array.from(text);
