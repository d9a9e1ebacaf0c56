import { describe, expect, test } from 'vitest';
import { memoryOf } from '../../../../src/extension/capture/memory-of.ts';
import { limits } from '../../../../src/v1/limits.ts';
import { createMemoryBody } from '../../../../src/v1/schemas/memory.ts';

const pageUrl = 'https://heron.example/pond?x=1';
const title = 'The pond';
const readPage = { selection: 'One.\n\nTwo.', title: 'Read', description: 'A pond of herons.', linkText: 'the egret' };

describe('a selection', () => {
  test('is saved with the text read from the page, or with the menu’s text if the page gave none', () => {
    const click = { item: 'selection', selectionText: 'One. Two.', pageUrl, title } as const;
    expect(memoryOf(click)?.memory).toEqual({
      content: 'One. Two.',
      url: pageUrl,
      title,
      capture: { kind: 'selection' },
    });
    expect(memoryOf(click, readPage)?.memory.content).toBe('One.\n\nTwo.');
    expect(memoryOf(click, { ...readPage, selection: '' })?.memory.content).toBe('One. Two.');
  });

  test('is saved as Markdown, with the text around it, if the reader returns both', () => {
    const capture = { kind: 'selection' as const, quote: { prefix: 'before ', suffix: ' after' } };
    const saving = memoryOf(
      { item: 'selection', pageUrl, selectionText: 'One' },
      { ...readPage, rich: { markdown: '**One**', capture } },
    );
    expect(saving?.memory).toMatchObject({ content: '**One**', capture });
  });

  test.each([
    ['from a PDF is recognised by media type', 'https://heron.example/paper', { mediaType: 'application/pdf' }, 'pdf'],
    [
      'from a PDF is recognised by the address if no script can run in the viewer',
      'https://heron.example/paper.PDF?x#page=2',
      {},
      'pdf',
    ],
    [
      'from a web page isn’t marked as from a PDF, even if the address ends in .pdf',
      'https://heron.example/paper.pdf',
      { mediaType: 'text/html' },
      'selection',
    ],
    [
      'isn’t marked as from a PDF if only the query of the address ends in .pdf',
      'https://heron.example/view?file=paper.pdf',
      {},
      'selection',
    ],
  ])('%s', (_, address, reading, kind) => {
    const click = { item: 'selection', selectionText: 'One', pageUrl: address } as const;
    expect(memoryOf(click, reading)?.memory).toMatchObject({ content: 'One', url: address, capture: { kind } });
  });

  test('is not saved if it is empty', () => {
    expect(memoryOf({ item: 'selection', pageUrl, title })).toBeUndefined();
    expect(memoryOf({ item: 'selection', selectionText: ' \n', pageUrl, title })).toBeUndefined();
  });
});

describe('a page', () => {
  test('is saved as its title and description', () => {
    expect(memoryOf({ item: 'page', pageUrl, title })?.memory).toEqual({
      content: title,
      url: pageUrl,
      title,
      capture: { kind: 'page' },
    });
    expect(memoryOf({ item: 'page', pageUrl }, readPage)?.memory).toEqual({
      content: 'Read\n\nA pond of herons.',
      url: pageUrl,
      title: 'Read',
      capture: { kind: 'page' },
    });
  });

  test('is saved as its address if it has no title', () => {
    expect(memoryOf({ item: 'page', pageUrl })?.memory).toEqual({
      content: pageUrl,
      url: pageUrl,
      capture: { kind: 'page' },
    });
  });
});

describe('a link', () => {
  const linkUrl = 'https://egret.example/';

  test('is saved with its own address and text; without text, the address is the text', () => {
    expect(memoryOf({ item: 'link', linkUrl, linkText: 'Egrets', pageUrl, title }, readPage)?.memory).toEqual({
      content: 'Egrets',
      url: linkUrl,
      capture: { kind: 'link' },
    });
    expect(memoryOf({ item: 'link', linkUrl, selectionText: 'selected', pageUrl }, readPage)?.memory.content).toBe(
      'the egret',
    );
    expect(memoryOf({ item: 'link', linkUrl, selectionText: 'selected', pageUrl })?.memory.content).toBe('selected');
    expect(memoryOf({ item: 'link', linkUrl, pageUrl })?.memory.content).toBe(linkUrl);
  });

  test('without a web address is saved as text only', () => {
    expect(memoryOf({ item: 'link', linkUrl: 'mailto:heron@pond.example', pageUrl })?.memory).toEqual({
      content: 'mailto:heron@pond.example',
      capture: { kind: 'link' },
    });
  });
});

describe('an image', () => {
  const srcUrl = 'https://heron.example/heron.jpg';
  const click = { item: 'image', srcUrl, pageUrl, title } as const;

  test('is saved as its alternative text, with its address', () => {
    expect(memoryOf(click, { ...readPage, imageText: 'A heron at dawn' })?.memory).toEqual({
      content: 'A heron at dawn',
      url: pageUrl,
      title,
      capture: { kind: 'image', image: srcUrl },
    });
  });

  test('is saved as its address if it has no text, or as the page’s title if it has no web address either', () => {
    expect(memoryOf(click)?.memory.content).toBe(srcUrl);
    const inline = memoryOf({ ...click, srcUrl: 'data:image/png;base64,AAAA' });
    expect(inline?.memory).toMatchObject({ content: title, capture: { kind: 'image' } });
    expect(inline?.memory.capture).not.toHaveProperty('image');
  });
});

describe('a memory that v1 would refuse', () => {
  const maximum = limits.contentBytes;

  test.each([
    ['ascii', 'a', 1],
    ['two bytes', 'é', 2],
    ['three bytes', '鷺', 3],
    ['four bytes, two UTF-16 units', '🦢', 4],
  ])('has its text cut between characters: %s', (_, character, bytes) => {
    for (const before of ['', 'x', 'xx', 'xxx']) {
      const saving = memoryOf({ item: 'selection', selectionText: before + character.repeat(maximum + 1), pageUrl });
      expect(saving?.clipped).toBe(true);
      expect(saving?.memory.content).toBe(before + character.repeat(Math.floor((maximum - before.length) / bytes)));
    }
  });

  test('control: a text that just fits isn’t cut', () => {
    const saving = memoryOf({ item: 'selection', selectionText: 'a'.repeat(maximum), pageUrl });
    expect(saving).toMatchObject({ clipped: false, memory: { content: 'a'.repeat(maximum) } });
  });

  test('has its long title cut, and its long address left out', () => {
    const saving = memoryOf({
      item: 'selection',
      selectionText: 'a',
      pageUrl: `https://a.example/${'b'.repeat(limits.urlCharacters)}`,
      title: '🦢'.repeat(600),
    });
    expect(saving?.memory).toEqual({
      content: 'a',
      title: '🦢'.repeat(limits.titleCharacters),
      capture: { kind: 'selection' },
    });
  });

  test.each([
    'file:///home/pond.html',
    'chrome://version/',
    'about:reader?url=https://a.example',
    'javascript:alert(1)',
    'https://a .example/',
  ])('omits the address %s', (address) => {
    expect(memoryOf({ item: 'selection', selectionText: 'a', pageUrl: address })?.memory).toEqual({
      content: 'a',
      capture: { kind: 'selection' },
    });
  });

  test('becomes valid and small enough to send, even with unusual text', () => {
    const odd = `\u0000lone \ud800 and ${'\u0001'.repeat(100_000)}${'"\\\n'.repeat(30_000)}`;
    const memory = memoryOf({ item: 'selection', selectionText: odd, pageUrl, title: `\u0000 \udc00 ` })?.memory;
    expect(createMemoryBody.safeParse(memory).error).toBeUndefined();
    expect(Buffer.byteLength(JSON.stringify(memory))).toBeLessThan(limits.bodyBytes);
  });
});
