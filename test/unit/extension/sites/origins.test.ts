import { describe, expect, test } from 'vitest';
import { patternOf, siteOf, type PageSender } from '../../../../src/extension/sites/origins.ts';

const page: PageSender = {
  id: 'own',
  url: 'https://shop.example/cart?x=1#y',
  origin: 'https://shop.example',
  frameId: 0,
  documentLifecycle: 'active',
  tab: { id: 7, incognito: false },
};

const site = (fields: Partial<PageSender>) => siteOf({ ...page, ...fields }, 'own');

describe('the site of a sender', () => {
  test('is the origin that the browser reports', () => {
    expect(site({})).toBe('https://shop.example');
    expect(site({ url: 'http://localhost:8080/', origin: 'http://localhost:8080' })).toBe('http://localhost:8080');
    // Firefox reports neither the origin nor the lifecycle.
    expect(site({ origin: undefined, documentLifecycle: undefined })).toBe('https://shop.example');
  });

  test.each<[string, Partial<PageSender>]>([
    ['another extension', { id: 'other' }],
    ['no extension', { id: undefined }],
    ['a frame', { frameId: 3 }],
    ['a sender without a frame', { frameId: undefined }],
    ['a page of this extension', { tab: undefined }],
    ['a private window', { tab: { id: 7, incognito: true } }],
    ['a prerendered page', { documentLifecycle: 'prerender' }],
    ['a cached page', { documentLifecycle: 'cached' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a page whose origin is not that of its address', { origin: 'https://other.example' }],
    ['an insecure page', { url: 'http://shop.example/', origin: 'http://shop.example' }],
    ['a file', { url: 'file:///home/me/x.html', origin: 'null' }],
    ['a data URL', { url: 'data:text/html,x', origin: 'null' }],
    ['a blob', { url: 'blob:https://shop.example/1', origin: 'https://shop.example' }],
    ['about:blank', { url: 'about:blank', origin: 'https://shop.example' }],
    ['about:srcdoc', { url: 'about:srcdoc', origin: 'https://shop.example' }],
    ['an extension page', { url: 'chrome-extension://abc/x.html', origin: 'chrome-extension://abc' }],
    ['no address', { url: undefined }],
    ['an address that isn’t a URL', { url: 'shop.example' }],
  ])('is none for %s', (_, fields) => {
    expect(site(fields)).toBeUndefined();
  });

  test('is not shop.example for any of 500 addresses that look like it', () => {
    const hosts = [
      ...[
        '.evil',
        '.evil.example',
        '-evil.example',
        '@evil.example',
        '%2eevil.example',
        '.',
        '..example',
        ':444',
        ':8443',
      ].map((end) => `shop.example${end}`),
      ...['www.', 'evil-', 'evil.', 'shop.example@', 'shop.example.', 'xn--', 'x:y@', '%73'].map(
        (start) => `${start}evil.example`,
      ),
      ...[...'shop.example'].flatMap((letter, index) =>
        ['а', 'о', 'е', '0', '1', '-', '..', 'ss', 'ѕ', 'ⅼ'].map(
          (other) => 'shop.example'.slice(0, index) + other + 'shop.example'.slice(index + letter.length),
        ),
      ),
      ...Array.from({ length: 363 }, (_, index) => `shop.example${String.fromCharCode(97 + (index % 26))}${index}`),
    ];
    const mistakenBy = (read: (fields: Partial<PageSender>) => string | undefined) =>
      hosts.filter((host) => {
        const url = `https://${host}/`;
        const parsed = URL.canParse(url) ? new URL(url) : undefined;
        // Such an address leads to shop.example itself. For example, a browser reads `ⅼ` as `l` in every address.
        if (parsed?.host === 'shop.example') return false;
        // Chromium reports the origin, Firefox doesn't.
        return [parsed?.origin ?? url, undefined].some((origin) => read({ url, origin }) === 'https://shop.example');
      });
    expect(hosts.length).toBeGreaterThanOrEqual(500);
    expect(mistakenBy(site)).toEqual([]);
    // Control: the check catches a `siteOf` that takes Cyrillic letters for the Latin ones they look like.
    const folded = (address = '') =>
      address.replaceAll(/[аое]/g, (letter) => ({ а: 'a', о: 'o', е: 'e' })[letter] ?? letter);
    expect(mistakenBy(({ url }) => site({ url: folded(url), origin: undefined }))).toEqual([
      'shоp.example',
      'shop.еxample',
      'shop.exаmple',
      'shop.examplе',
    ]);
  });
});

test('a match pattern has a port only if the browser supports ports in patterns', () => {
  expect(patternOf('http://localhost:8080', true)).toBe('http://localhost:8080/*');
  expect(patternOf('http://localhost:8080', false)).toBe('http://localhost/*');
  expect(patternOf('https://shop.example', true)).toBe('https://shop.example/*');
});
