import { Readability } from '@mozilla/readability';
import { copyVisible } from './visible-copy.ts';
import { toMarkdown } from './to-markdown.ts';

/** The readable text of a page as Markdown, and what the page says about itself. */
export interface Article {
  title: string;
  markdown: string;
  author?: string;
  siteName?: string;
  /** The date of publication, as the page writes it. */
  published?: string;
  language?: string;
  image?: string;
}

/**
 * If the article that Readability finds has a smaller share of the main content's text, it is probably only one of
 * several posts.
 */
const minShare = 0.25;

/** The longest value or text of a `meta` or JSON-LD element that is copied, in UTF-16 units. */
const maxDataLength = 200_000;

const asideSelector = 'nav, header, footer, aside, [role="navigation"], [role="banner"], [role="contentinfo"]';

/**
 * Reads what the page shows now. `fresh`: an empty document to copy the page into. `base`: the address that links are
 * relative to.
 */
export function readArticle(page: Document, fresh: Document, base: string): Article {
  const { body, documentElement } = page;
  copyHead(page, fresh);
  fresh.documentElement.lang = documentElement.lang;
  copyVisible({ root: body, base }, fresh.body);
  const copied = fresh.body.firstElementChild ?? fresh.body;
  // A copy, because `Readability` changes the document that it reads.
  const whole = (copied.querySelector('main, [role="main"]') ?? copied).cloneNode(true) as Element;
  for (const part of whole.querySelectorAll(asideSelector)) part.remove();
  fresh.body.replaceChildren(...copied.childNodes);
  const parsed = new Readability<Element>(fresh, {
    serializer: (node) => node as Element,
    keepClasses: true,
    charThreshold: 200,
  }).parse();
  const article = parsed?.content ?? undefined;
  const isArticle = article !== undefined && lengthOf(article) >= minShare * lengthOf(whole);
  const [image] = metaOf(page, 'og:image');
  return {
    title: parsed?.title?.trim() || page.title.trim(),
    markdown: toMarkdown(isArticle ? article : whole),
    ...optional('author', parsed?.byline),
    ...optional('siteName', parsed?.siteName),
    ...optional('published', parsed?.publishedTime),
    ...optional('language', documentElement.lang || parsed?.lang),
    ...optional('image', image),
  };
}

const optional = <Key extends string>(key: Key, value: string | null | undefined) =>
  (value?.trim() ? { [key]: value.trim() } : {}) as Partial<Record<Key, string>>;

const lengthOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim().length;

const metaOf = (page: Document, property: string) =>
  Array.from(page.head?.querySelectorAll(`meta[property="${property}"]`) ?? [], (meta) => meta.getAttribute('content'));

/** Copies the title and the elements in which the page describes itself (`meta`, JSON-LD). The copies never run. */
function copyHead(page: Document, fresh: Document): void {
  fresh.title = page.title;
  const described = 'meta[content], script[type="application/ld+json"]';
  for (const element of page.head?.querySelectorAll(described) ?? []) {
    const copy = fresh.createElement(element.localName);
    for (const name of ['name', 'property', 'itemprop', 'content', 'type']) {
      const value = element.getAttribute(name);
      if (value !== null && value.length <= maxDataLength) copy.setAttribute(name, value);
    }
    const text = element.textContent ?? '';
    if (text.length <= maxDataLength) copy.textContent = text;
    fresh.head.append(copy);
  }
}
