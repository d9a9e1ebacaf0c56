/** The texts of the search and of lists of memories. See {@link ./en.ts}. */
export const searchWords = {
  'search.label': 'Search your memories',
  'search.clear': 'Clear the search',
  'search.slow': 'Searching…',
  'search.found': { one: '{count} memory found', other: '{count} memories found' },
  'search.best': 'Top {count}',
  'search.none': 'Nothing found for “{query}”',
  'search.noneHint': 'Try fewer or different words.',
  'search.noneWithin': 'Try other words, or search all memories.',
  'search.pending': { one: 'Show {count} result', other: 'Show {count} results' },
  'search.looking': 'Found by word. Searching by meaning…',
  'search.reorder': 'Best first',
  'search.noneCertain': 'No sure match. Closest:',
  'search.lessCertain': 'less certain',
  'search.moreCertain': 'more certain',
  'search.word': '“{word}”',
  'search.byMeaning': 'by meaning',
  'search.more': 'Show more',
  'search.limit':
    'A search shows at most {most} memories. To find others, narrow the search: by tag (#tag), collection (in:House) or date (after:2025).',

  'filters.not': 'not “{word}”',
  'filters.remove': 'Remove filter: {name}',
  'filters.leftOut': 'Left out: {names}. A search can’t have more filters of this kind.',

  'near.label': 'Similar memories',
  'near.memory': 'Similar to “{text}”',
  'near.slow': 'Looking for similar memories…',
  'near.none': 'No similar memories',
  'near.noneHint': 'Memories still being indexed can’t appear yet.',
  'near.limit': 'This list shows at most {most} memories.',
  'near.back': 'Back',

  'recent.label': 'Recent memories',
  'recent.short': 'Recent',
  'recent.slow': 'Loading your memories…',
  'recent.more': 'Show older',

  'list.pending': 'Show the latest',
  'list.added': { one: '{count} more memory', other: '{count} more memories' },
  'list.noneAdded': 'No more memories found',
} as const;
