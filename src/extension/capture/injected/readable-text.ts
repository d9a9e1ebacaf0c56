/**
 * The visible text of a page: the selection, else the main part, else everything; at most `maximum` UTF-16 units. Runs
 * in a page, so the function uses nothing from outside itself.
 */
export function readableText(maximum: number): string {
  const selected = document.getSelection()?.toString().trim() ?? '';
  if (selected !== '') return selected.slice(0, maximum);
  const textOf = (element: HTMLElement) => element.innerText.trim();
  const longest = (selector: string) =>
    Array.from(document.querySelectorAll<HTMLElement>(selector), textOf).reduce(
      (one, other) => (other.length > one.length ? other : one),
      '',
    );
  // On a page with many short articles, such as a front page, no article is the main part.
  const [main, article, whole] = [
    longest('main, [role="main"]'),
    longest('article'),
    document.body ? textOf(document.body) : '',
  ];
  const part = main || (article.length * 2 > whole.length ? article : '');
  return (part || whole).slice(0, maximum);
}
