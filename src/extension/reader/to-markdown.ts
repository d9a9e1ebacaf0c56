import { tables } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

/** Plain Markdown: headings, lists, quotes, code, tables, links, and images that have an alternative text. */
export function toMarkdown(element: Element): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '_',
  });
  // A memory is read as text, where backslashes only get in the way.
  service.escape = (text) => text;
  service.use(tables);
  service.addRule('image', {
    filter: 'img',
    replacement: (_, node) => {
      const [alt, src] = ['alt', 'src'].map((name) => ((node as Element).getAttribute(name) ?? '').trim());
      return alt ? (src ? `![${alt.replaceAll(/\s+/g, ' ')}](${src})` : alt) : '';
    },
  });
  service.addRule('link without text', {
    filter: (node) => node.nodeName === 'A' && (node.textContent ?? '').trim() === '',
    replacement: (content) => content,
  });
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const list = node.parentElement;
      const isOrdered = list?.nodeName === 'OL';
      const index = isOrdered ? Array.from(list.children).indexOf(node) + Number(list.getAttribute('start') ?? 1) : 0;
      const text = content.trim().replaceAll('\n', '\n  ');
      return `${isOrdered ? `${index}.` : '-'} ${text}\n`;
    },
  });
  return service
    .turndown(element as HTMLElement)
    .replaceAll(/[^\S\n]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
