import { domainToASCII, domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { unicodeHost } from '../../../../src/lib/text/punycode.ts';

const hosts = [
  'bücher.example',
  'пример.рф',
  '例え.テスト',
  'مثال.إختبار',
  'xn.example',
  'faß.example',
  'аpple.com',
  'mañana.com',
  '☃.net',
  '💡.example',
];

test.each(hosts)('decodes %s', (host) => {
  const ascii = domainToASCII(host);
  expect(unicodeHost(ascii)).toBe(domainToUnicode(ascii));
});

test.each(['example.org', 'localhost:8080', '127.0.0.1', 'xn--', 'xn--!.example', 'xn--99999999999.example', ''])(
  'returns a string for %s, and doesn’t throw',
  (host) => expect(typeof unicodeHost(host)).toBe('string'),
);

test('keeps a label that isn’t Punycode', () => {
  expect(unicodeHost('xn--!.example')).toBe('xn--!.example');
});
