/** The content of an imported item: its texts, else its title, else its address. */
export function contentOf(texts: string[], title: string, url: string): string {
  const filled = texts.filter((text) => text.trim() !== '');
  return filled.length > 0 ? filled.join('\n\n') : title.trim() || url.trim();
}
