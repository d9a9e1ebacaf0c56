/** How much of a page is copied at most: enough for a book, but a limit for a page that never ends. */
const maxCopied = { nodes: 200_000, characters: 4_000_000, depth: 200 };

/** Elements whose text nobody reads: scripts, controls, media and other documents. */
const skippedElements = new Set(
  'script style noscript template iframe frame object embed canvas svg audio video map head link meta base input select textarea button option datalist progress meter'.split(
    ' ',
  ),
);

/**
 * The attributes that reading and Markdown need. `name` and `id` are left out: on a form control, they hide properties
 * of the form.
 */
const copiedAttributes = [
  'class',
  'title',
  'lang',
  'dir',
  'role',
  'alt',
  'colspan',
  'rowspan',
  'datetime',
  'itemprop',
  'rel',
  'start',
];

const addressAttributes: Record<string, string> = { a: 'href', img: 'src' };

/** Reads a property of a node even if a named element of the form or page hides that property. */
function property<Name extends keyof (Element & Text)>(node: Node, name: Name): (Element & Text)[Name] {
  const own: unknown = Reflect.get(Object.getPrototypeOf(node) as object, name, node);
  return (own === undefined ? Reflect.get(node, name) : own) as (Element & Text)[Name];
}

function isHidden(element: Element): boolean {
  const check = property(element, 'checkVisibility');
  // An element with `display: contents` has no box of its own, but isn't hidden.
  return !check.call(element) && getComputedStyle(element).display !== 'contents';
}

function isVisibleText(text: Node): boolean {
  const parent = property(text, 'parentElement');
  return parent === null || getComputedStyle(parent).visibility !== 'hidden';
}

const attribute = (element: Element, name: string) => property(element, 'getAttribute').call(element, name);

/** What is shown inside an element: its shadow tree or else its children; inside a slot, what the page puts there. */
function childrenOf(element: Element, name: string): Node[] {
  if (name === 'slot') {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  const children: Node[] = [];
  for (
    let child = property(property(element, 'shadowRoot') ?? element, 'firstChild');
    child && children.length < maxCopied.nodes;
    child = property(child, 'nextSibling')
  )
    children.push(child);
  return children;
}

/**
 * The name of an element's copy. A custom element or a `span` becomes a `div` if it is shown as a block, else a
 * `span`.
 */
function nameIn(element: Element, name: string): string {
  if (name !== 'span' && /^[a-z][a-z0-9]*$/.test(name)) return name;
  const isInline = getComputedStyle(element).display.startsWith('inline');
  return isInline ? 'span' : 'div';
}

export interface CopyParts {
  root: Node;
  base: string;
  /** Returns the part of a text to copy; undefined: nothing. Default: the whole text. */
  textOf?: (text: Text) => string | undefined;
  includes?: (element: Element) => boolean;
}

/**
 * Copies what a person sees of a page into `to`, open shadow trees included. Deeper levels than `maxCopied.depth` are
 * flattened.
 */
export function copyVisible({ root, base, textOf, includes = () => true }: CopyParts, to: Element): void {
  const document = to.ownerDocument;
  let [nodes, characters] = [0, 0];
  const stack: { node: Node; into: Element; depth: number }[] = [{ node: root, into: to, depth: 0 }];

  function copyElement(element: Element, into: Element, depth: number): void {
    const name = property(element, 'localName').toLowerCase();
    if (
      skippedElements.has(name) ||
      attribute(element, 'aria-hidden') === 'true' ||
      attribute(element, 'hidden') !== null
    )
      return;
    if (isHidden(element) || !includes(element)) return;
    const copy = depth < maxCopied.depth && name !== 'slot' ? document.createElement(nameIn(element, name)) : undefined;
    if (copy !== undefined) {
      for (const key of copiedAttributes) {
        const value = attribute(element, key);
        if (value !== null) copy.setAttribute(key, value);
      }
      const link = addressAttributes[name];
      const address = link === undefined ? undefined : webAddress(attribute(element, link), base);
      if (link !== undefined && address !== undefined) copy.setAttribute(link, address);
      into.append(copy);
    }
    push(childrenOf(element, name), copy ?? into, copy === undefined ? depth : depth + 1);
  }

  function push(children: Node[], into: Element, depth: number): void {
    for (const node of children.reverse()) stack.push({ node, into, depth });
  }

  while (stack.length > 0 && nodes < maxCopied.nodes && characters < maxCopied.characters) {
    const { node, into, depth } = stack.pop()!;
    nodes++;
    const type = property(node, 'nodeType');
    if (type === 1) copyElement(node as Element, into, depth);
    else if (type === 3) {
      const text = textOf === undefined ? property(node, 'data') : textOf(node as Text);
      if (text === undefined || text === '' || !isVisibleText(node)) continue;
      characters += text.length;
      into.append(document.createTextNode(text));
    }
  }
}

function webAddress(value: string | null, base: string): string | undefined {
  const url = value !== null && URL.canParse(value, base) ? new URL(value, base) : undefined;
  return url !== undefined && /^(https?|mailto):$/.test(url.protocol) ? url.href : undefined;
}
