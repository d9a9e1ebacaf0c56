/**
 * The text of a page as a person reads it: what is selected, else what the page calls its main part, else all of it; at most so many UTF-16 units.
 * Runs in a page, where it travels as text: it uses nothing from outside itself.
 */
export function readableText(most: number): string {
  const selected = document.getSelection()?.toString().trim() ?? '';
  if (selected !== '') return selected.slice(0, most);
  const textOf = (element: HTMLElement) => element.innerText.trim();
  const longest = (selector: string) =>
    Array.from(document.querySelectorAll<HTMLElement>(selector), textOf).reduce(
      (one, other) => (other.length > one.length ? other : one),
      '',
    );
  // A page of teasers has many small articles, and is more than any of them.
  const [main, article, whole] = [
    longest('main, [role="main"]'),
    longest('article'),
    document.body ? textOf(document.body) : '',
  ];
  const part = main || (article.length * 2 > whole.length ? article : '');
  return (part || whole).slice(0, most);
}
