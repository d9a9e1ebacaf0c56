/** A value that a field must refuse. If `undefined`, the field is left out. */
export type Bad = readonly [why: string, value: unknown];

const samples = { text: 'x', number: 7, boolean: true, list: ['x'], object: { a: 1 } };
type Kind = keyof typeof samples;

/** A value of every other type. Includes `null` unless the field is nullable. */
export function wrongTypes(right: Kind, { nullable = false } = {}): Bad[] {
  const others = Object.entries(samples)
    .filter(([kind]) => kind !== right)
    .map(([kind, value]): Bad => [`a ${kind}`, value]);
  return nullable ? others : [...others, ['null', null]];
}

export const unstorable: Bad[] = [
  ['U+0000', 'a\u0000b'],
  ['U+0000 alone', '\u0000'],
  ['a lone high surrogate', 'a\ud800b'],
  ['a lone low surrogate', '\udc00'],
  ['surrogates in the wrong order', '\udc00\ud800'],
];

export const missing: Bad = ['missing', undefined];

export function badTexts(maxCharacters: number, { nullable = false } = {}): Bad[] {
  return [
    ...wrongTypes('text', { nullable }),
    ...unstorable,
    ['empty', ''],
    ['one character too long', 'x'.repeat(maxCharacters + 1)],
    ['one character too long, in characters of two code units', '\u{1f331}'.repeat(maxCharacters + 1)],
  ];
}

/** Unicode's Stream-Safe Text Format allows at most 30 combining marks in a row (UAX #15). */
export const manyMarks: Bad = ['31 combining marks in a row', `a${'\u0301'.repeat(31)}`];

export const blank: Bad[] = [
  ['white space alone', ' \t\n'],
  ['a no-break space alone', '\u00a0'],
];

export function badContent(maxBytes: number): Bad[] {
  return [
    ...wrongTypes('text'),
    ...unstorable,
    ...blank,
    ['empty', ''],
    ['one byte too long, in characters of one byte', 'x'.repeat(maxBytes + 1)],
    ['one byte too long, in characters of two bytes', `${'\u00e9'.repeat(maxBytes / 2)}x`],
    ['one byte too long, in characters of four bytes', `${'\u{1f331}'.repeat(maxBytes / 4)}x`],
  ];
}

export const badTimes: Bad[] = [
  ...wrongTypes('text'),
  ...unstorable,
  ...[
    '',
    'yesterday',
    '2020',
    '2020-01-01',
    '2020-01-01T00:00:00',
    '2020-13-01T00:00:00Z',
    '2020-02-30T00:00:00Z',
    '2020-01-01T25:00:00Z',
    '2020-01-01 00:00:00Z',
    '1577836800000',
    ' 2020-01-01T00:00:00Z',
  ].map((time): Bad => [`the time "${time}"`, time]),
];

export const badUrls: Bad[] = [
  ...[
    '',
    'example.org',
    '/path',
    'ftp://example.org/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://',
    'https://exa mple.org/',
    'mailto:a@example.org',
  ].map((url): Bad => [`the url "${url}"`, url]),
  ['one character too long', `https://example.org/${'x'.repeat(2_048 - 20 + 1)}`],
  ['U+0000', 'https://example.org/\u0000'],
  ['a lone surrogate', 'https://example.org/\ud800'],
];

export function badIntegers(min: number, max: number): Bad[] {
  return [
    ...wrongTypes('number'),
    ...[min - 1, max + 1, min + 0.5, -max, 1e21].map((value): Bad => [`the number ${value}`, value]),
    ['digits in a text', String(min)],
  ];
}

export function badLists(badItems: Bad[], good: unknown): Bad[] {
  return [
    ...wrongTypes('list'),
    ...badItems.map(([why, item]): Bad => [`a list with ${why}`, [good, item === undefined ? null : item]]),
  ];
}

export const badTags: Bad[] = [
  ...badLists([...badTexts(64), ...blank, manyMarks, ['a list', ['x']]], 'good'),
  ['one too many', Array.from({ length: 33 }, (_, index) => `tag ${index}`)],
];
