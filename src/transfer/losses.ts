/** What becomes of a part of a memory that is exported in a format and imported again. */
export type Fate = 'kept' | 'changed' | 'lost';

export const formats = ['own', 'markdown', 'csv', 'bookmarks'] as const;

export type Format = (typeof formats)[number];

/** In the order in which they are shown. */
export const parts = [
  'note',
  'date',
  'editDate',
  'tags',
  'collection',
  'nesting',
  'highlight',
  'source',
  'trash',
] as const;

export type Part = (typeof parts)[number];

const all = (fate: Fate) => Object.fromEntries(parts.map((part) => [part, fate])) as Record<Part, Fate>;

/** A test exports and imports memories in each format and compares. Nested folders, which other programs have, become one collection. */
export const losses: Record<Format, Record<Part, Fate>> = {
  own: all('kept'),
  markdown: { ...all('kept'), nesting: 'changed' },
  csv: all('kept'),
  bookmarks: {
    ...all('kept'),
    date: 'changed',
    editDate: 'changed',
    nesting: 'changed',
    highlight: 'lost',
    source: 'lost',
    trash: 'lost',
  },
};
