/** The parts read from a page; empty strings for parts that the page lacks. */
export interface PageReading {
  /** The selected text: from a page, usually with a blank line between paragraphs. */
  selection: string;
  title: string;
  /** The author's description of the page. */
  description: string;
  /** The first text of a link to `linkUrl`, else its accessible name or its image's alternative text. */
  linkText: string;
  /** The alternative text of the image at `imageUrl`, else its caption. */
  imageText: string;
  mediaType: string;
}

/**
 * Runs in a page. The browser sends only the function's source text, so the function uses nothing from outside
 * itself.
 */
export function readPage(linkUrl?: string, imageUrl?: string): PageReading {
  function focusedElement(): Element | null {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  }

  function selectedText(): string {
    const field = focusedElement();
    // Never save a password.
    if (field instanceof HTMLInputElement && field.type === 'password') return '';
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
      const { value, selectionStart, selectionEnd } = field;
      if (selectionStart !== null && selectionEnd !== null && selectionEnd > selectionStart)
        return value.slice(selectionStart, selectionEnd);
    }
    return document.getSelection()?.toString() ?? '';
  }

  function textOf(link: HTMLElement): string {
    return (
      link.innerText.trim() || link.getAttribute('aria-label')?.trim() || link.querySelector('img')?.alt.trim() || ''
    );
  }

  const links = !linkUrl ? [] : Array.from(document.links).filter((link) => link.href === linkUrl);
  const images = !imageUrl ? [] : Array.from(document.images);
  const image = images.find(({ currentSrc, src }) => currentSrc === imageUrl || src === imageUrl);
  return {
    selection: selectedText()
      .replace(/\r\n?/g, '\n')
      .replace(/^(?:[^\S\n]*\n)+/, '')
      .trimEnd(),
    title: document.title.trim(),
    description: document.querySelector<HTMLMetaElement>('meta[name="description" i]')?.content.trim() ?? '',
    linkText: links.map(textOf).find((text) => text !== '') ?? '',
    mediaType: document.contentType,
    imageText: image?.alt.trim() || image?.closest('figure')?.querySelector('figcaption')?.textContent?.trim() || '',
  };
}
