/** Replaces the test's document with a page of this HTML. */
export function showPage(html: string): void {
  const { head, body, documentElement } = new DOMParser().parseFromString(html, 'text/html');
  document.documentElement.lang = documentElement.lang;
  for (const [into, from] of [
    [document.head, head],
    [document.body, body],
  ] as const)
    into.replaceChildren(...Array.from(from.childNodes, (node) => document.importNode(node, true)));
}
