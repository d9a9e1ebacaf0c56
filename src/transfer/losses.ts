/** What becomes of a part of a memory when the memory is exported in a format and imported again. */
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
  'archived',
] as const;

export type Part = (typeof parts)[number];

const all = (fate: Fate) => Object.fromEntries(parts.map((part) => [part, fate])) as Record<Part, Fate>;

/**
 * A test compares this table with real exports and imports. Our exports contain neither `nesting` (folders in folders)
 * nor `archived`. The entries of these two say what becomes of them when another program's file is imported.
 */
export const losses: Record<Format, Record<Part, Fate>> = {
  own: all('kept'),
  markdown: { ...all('kept'), nesting: 'changed', archived: 'lost' },
  csv: { ...all('kept'), archived: 'lost' },
  bookmarks: {
    ...all('kept'),
    date: 'changed',
    editDate: 'changed',
    nesting: 'changed',
    highlight: 'lost',
    source: 'lost',
    trash: 'lost',
    archived: 'lost',
  },
};
