// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { readArticle, type Article } from '../../../../src/extension/reader/read-article.ts';
import { pages } from './pages.ts';
import { showPage } from './show-page.ts';

const base = 'https://example.org/page';

function read(html: string): Article {
  showPage(html);
  return readArticle(document, document.implementation.createHTMLDocument(), base);
}

beforeEach(() => {
  if (customElements.get('my-shell') !== undefined) return;
  customElements.define(
    'my-shell',
    class extends HTMLElement {
      connectedCallback(): void {
        if (this.shadowRoot !== null) return;
        const element = (name: string, ...children: (string | Node)[]) => {
          const made = document.createElement(name);
          made.append(...children);
          return made;
        };
        this.attachShadow({ mode: 'open' }).append(
          element('style', '.shell { color: red }'),
          element('main', element('slot'), element('p', 'We agreed on the blue door.')),
        );
        this.append(element('h1', 'Minutes of Tuesday'));
      }
    },
  );
});

test.each(Object.entries(pages))('keeps the readable text of %s', (_, { html, keeps, leaves, about = {} }) => {
  const article = read(html);
  let position = 0;
  for (const text of keeps) {
    const found = article.markdown.indexOf(text, position);
    expect(found, `${text}\n— in —\n${article.markdown}`).toBeGreaterThanOrEqual(position);
    position = found;
  }
  for (const text of leaves) expect(article.markdown).not.toContain(text);
  expect(article).toMatchObject(about);
});

describe('a page', () => {
  test('is read to its end if its elements are nested 300 deep', () => {
    showPage('<body></body>');
    let deepest: Element = document.body;
    for (let level = 0; level < 300; level++) deepest = deepest.appendChild(document.createElement('div'));
    deepest.textContent = 'The bottom of it.';
    const { markdown } = readArticle(document, document.implementation.createHTMLDocument(), base);
    expect(markdown).toBe('The bottom of it.');
  });

  test('is cut if its text is too long', () => {
    showPage('<body></body>');
    const text = 'All work and no play. '.repeat(50_000);
    for (let part = 0; part < 10; part++) document.body.appendChild(document.createElement('p')).textContent = text;
    const { markdown } = readArticle(document, document.implementation.createHTMLDocument(), base);
    expect(markdown.length).toBeGreaterThan(4_000_000 - 10);
    expect(markdown.length).toBeLessThan(6_000_000);
  });

  test('isn’t changed by being read', () => {
    showPage(pages['an article']!.html);
    const before = new XMLSerializer().serializeToString(document);
    readArticle(document, document.implementation.createHTMLDocument(), base);
    expect(new XMLSerializer().serializeToString(document)).toBe(before);
  });
});
