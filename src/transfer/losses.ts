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

/** The same fate for every part. */
const all = (fate: Fate) => Object.fromEntries(parts.map((part) => [part, fate])) as Record<Part, Fate>;

/**
 * What becomes of each part in each format. A test exports and imports memories in each format and compares the outcome
 * with this table. `nesting` (folders in folders) and `archived` matter only for files of other programs: our exports
 * have neither.
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
