/** What a page says of itself and of what is selected in it; empty texts where there is nothing. */
export interface PageReading {
  /** The selected text, a blank line between its paragraphs. */
  selection: string;
  title: string;
  /** What the page's author says that it is about. */
  description: string;
  /** The words of the link to the address that was asked for. */
  linkText: string;
}

/** Runs in a page, where it travels as text: it uses nothing from outside itself. */
export function readPage(linkUrl?: string): PageReading {
  function inFocus(): Element | null {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  }

  function selectedText(): string {
    const field = inFocus();
    // What is in a password field is nobody's to keep.
    if (field instanceof HTMLInputElement && field.type === 'password') return '';
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
      const { value, selectionStart, selectionEnd } = field;
      if (selectionStart !== null && selectionEnd !== null && selectionEnd > selectionStart)
        return value.slice(selectionStart, selectionEnd);
    }
    return document.getSelection()?.toString() ?? '';
  }

  function wordsOf(link: HTMLElement): string {
    return (
      link.innerText.trim() || link.getAttribute('aria-label')?.trim() || link.querySelector('img')?.alt.trim() || ''
    );
  }

  const links = linkUrl === undefined ? [] : Array.from(document.links).filter((link) => link.href === linkUrl);
  return {
    selection: selectedText()
      .replace(/\r\n?/g, '\n')
      .replace(/^(?:[^\S\n]*\n)+/, '')
      .trimEnd(),
    title: document.title.trim(),
    description: document.querySelector<HTMLMetaElement>('meta[name="description" i]')?.content.trim() ?? '',
    linkText: links.map(wordsOf).find((words) => words !== '') ?? '',
  };
}
