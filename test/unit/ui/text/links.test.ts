import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAtLinks, linksIn, stretchesOf } from '../../../../src/ui/text/links.ts';

const shownIn = (text: string) => linksIn(text).map(({ start, end }) => text.slice(start, end));
const wiki = 'https://en.wikipedia.org/wiki/Foo_(bar)';

describe('a web address in a text', () => {
  it.each([
    ['https://example.org', ['https://example.org']],
    ['See http://example.org/a?b=c&d=e#f now', ['http://example.org/a?b=c&d=e#f']],
    ['HTTPS://Example.ORG/Path', ['HTTPS://Example.ORG/Path']],
    ['one https://a.org/1\nhttps://b.org/2\ttwo', ['https://a.org/1', 'https://b.org/2']],
    // Ports, hosts without a dot, and IPv6 addresses.
    ['http://localhost:3000/x and http://192.168.0.1:8080', ['http://localhost:3000/x', 'http://192.168.0.1:8080']],
    ['http://[::1]:8080/a', ['http://[::1]:8080/a']],
    // Punctuation of the sentence.
    ['Is it https://example.org/a? Yes, https://example.org/b.', ['https://example.org/a', 'https://example.org/b']],
    [
      'https://example.org/a, https://example.org/b; https://c.org/:',
      ['https://example.org/a', 'https://example.org/b', 'https://c.org/'],
    ],
    ['https://example.org/a... https://example.org/b…', ['https://example.org/a', 'https://example.org/b']],
    ['https://example.org/a,b;c.d!e', ['https://example.org/a,b;c.d!e']],
    ['https://example.org.', ['https://example.org']],
    // Brackets.
    [wiki, [wiki]],
    [`(as ${wiki})`, [wiki]],
    [`(as ${wiki}).`, [wiki]],
    ['(https://example.org/a)', ['https://example.org/a']],
    ['[https://example.org/a]; {https://example.org/b}', ['https://example.org/a', 'https://example.org/b']],
    ['https://example.org/a[1]=(2)', ['https://example.org/a[1]=(2)']],
    ['https://example.org/a( b', ['https://example.org/a']],
    ['https://example.org/a([)] b', ['https://example.org/a']],
    // Quotes.
    ['"https://example.org/a" \'https://example.org/b\'', ['https://example.org/a', 'https://example.org/b']],
    ['“https://example.org/a” ‘https://example.org/b’', ['https://example.org/a', 'https://example.org/b']],
    ['«https://example.org/a» „https://example.org/b“', ['https://example.org/a', 'https://example.org/b']],
    ["https://example.org/it's", ["https://example.org/it's"]],
    // Markdown.
    ['[a](https://example.org/a)', ['https://example.org/a']],
    [
      '[a](https://example.org/a "Title"), ![](https://example.org/b.png)',
      ['https://example.org/a', 'https://example.org/b.png'],
    ],
    ['[https://example.org/a](https://example.org/b)', ['https://example.org/a', 'https://example.org/b']],
    ['<https://example.org/a>', ['https://example.org/a']],
    [
      '**https://example.org/a** _https://example.org/b_ `https://example.org/c`',
      ['https://example.org/a', 'https://example.org/b', 'https://example.org/c'],
    ],
    ['| https://example.org/a | https://example.org/b|', ['https://example.org/a', 'https://example.org/b']],
    // Other scripts.
    ['https://bücher.example/straße und mehr', ['https://bücher.example/straße']],
    ['请看https://example.org/维基。然后', ['https://example.org/维基']],
    ['（https://example.org/a）、「https://例え.jp」', ['https://example.org/a', 'https://例え.jp']],
    ['ראו https://example.org/a, تفضل https://example.org/b؟', ['https://example.org/a', 'https://example.org/b']],
    // Texts that aren't addresses, and other schemes.
    ['ftp://example.org javascript://example.org/%0aalert(1) data://x xhttp://example.org', []],
    ['https:// https://. https://) http:///path http://?', []],
    ['https://example.org:99999/ https://a,b.org/ https://exa"mple', ['https://exa']],
    ['javascript:alert(1) example.org www.example.org', []],
    // Not a link, since it would open another page than the text shows.
    ['https://example.org/a\\_b https://example.org\\@other.org', []],
  ])('%s', (text, links) => {
    expect(shownIn(text)).toEqual(links);
  });

  it('opens the address that is shown', () => {
    expect(linksIn('See https://EXAMPLE.org/ä%20b.')[0]?.href).toBe('https://EXAMPLE.org/ä%20b');
  });

  it('opens without the escapes that Markdown puts before brackets', () => {
    const text = '[Foo](https://en.wikipedia.org/wiki/Foo_\\(bar\\)), and more';
    expect(shownIn(text)).toEqual(['https://en.wikipedia.org/wiki/Foo_\\(bar\\)']);
    expect(linksIn(text)[0]?.href).toBe(wiki);
  });

  it('ends before characters that reorder or hide text', () => {
    expect(shownIn('https://example.org/a\u202egpj.exe https://b.org\u200b/c')).toEqual([
      'https://example.org/a',
      'https://b.org',
    ]);
  });
});

describe('an e-mail address in a text', () => {
  it.each([
    ['Write to anna.okafor+home@mail.example.org.', ['anna.okafor+home@mail.example.org']],
    [
      '<anna@example.org>, (bo@example.org); mailto:cy@example.org',
      ['anna@example.org', 'bo@example.org', 'cy@example.org'],
    ],
    ['E-Mail:jürgen@bücher.example', ['jürgen@bücher.example']],
    ['[Anna](mailto:anna@example.org)', ['anna@example.org']],
    ['@anna anna@ anna@home a@b@example.org anna@example..org .@example.org anna@example.7', []],
    [
      'https://example.org/@anna and https://anna@example.org/a',
      ['https://example.org/@anna', 'https://anna@example.org/a'],
    ],
    ['ftp://anna@example.org postgres://anna:secret@db.example.org/x git@github.com:anna/notes', []],
    ['…anna..okafor@example.org', ['okafor@example.org']],
  ])('%s', (text, links) => {
    expect(shownIn(text)).toEqual(links);
  });

  it('opens the mail program', () => {
    expect(linksIn('anna@example.org')[0]?.href).toBe('mailto:anna@example.org');
  });
});

describe('links in any text', () => {
  const token = fc.constantFrom(
    'https://',
    'http://a.b',
    'a@b.cd',
    '@',
    '.',
    ')',
    '(',
    ']',
    '\\',
    '\\(',
    ' ',
    'x',
    ':',
    '/',
    'é',
    '\u202e',
    '🦋',
    '。',
  );
  const texts = fc.array(token, { maxLength: 40 }).map((tokens) => tokens.join(''));

  it('are in order, don’t overlap, and have one of three schemes', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let end = 0;
        for (const link of linksIn(text)) {
          expect(link.start).toBeGreaterThanOrEqual(end);
          expect(link.end).toBeGreaterThan(link.start);
          expect(link.href).toMatch(/^(https?:\/\/|mailto:)/i);
          end = link.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('leave the text and its highlighted parts unchanged', () => {
    const cuts = fc.uniqueArray(fc.nat(200), { maxLength: 8 });
    fc.assert(
      fc.property(texts, cuts, (text, positions) => {
        const sorted = positions.map((position) => Math.min(position, text.length)).toSorted((a, b) => a - b);
        const marks = Array.from({ length: Math.floor(sorted.length / 2) }, (_, index) => ({
          start: sorted[2 * index]!,
          end: sorted[2 * index + 1]!,
        })).filter(({ start, end }) => start < end);
        const links = linksIn(text);
        const pieces = stretchesOf(text, cutAtLinks(marks, links), links).flatMap((stretch) => stretch.pieces);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        const marked = pieces.filter((piece) => piece.marked).map((piece) => piece.text);
        expect(marked.join('')).toBe(marks.map(({ start, end }) => text.slice(start, end)).join(''));
      }),
    );
  });

  it.each([
    ['no link', 'a '],
    ['an endless word', 'a'],
    ['addresses', 'https://example.org/a '],
    ['one endless address', 'https://'],
    ['brackets', 'https://a.b/('],
    ['closing brackets', 'https://a.b/)'],
    ['escapes', 'https://a.b/\\('],
    ['punctuation', 'https://a.b/....'],
    ['at signs', '@'],
    ['e-mail addresses in one word', 'a@b.c'],
    ['e-mail addresses', 'a@b.cd '],
    ['dots before an at sign', '.....@'],
    // Takes a fraction of a second. A search in quadratic time would take minutes.
  ])('are found in linear time: %s', { timeout: 20_000 }, (_, part) => {
    const links = linksIn(`${part.repeat(Math.ceil(500_000 / part.length))} x@y.org https://example.org`);
    expect(links.slice(-2).map(({ href }) => href)).toEqual(['mailto:x@y.org', 'https://example.org']);
  });
});
