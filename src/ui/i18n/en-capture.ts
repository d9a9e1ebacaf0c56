/** Texts of drafts and of what is captured from pages. */
export const captureWords = {
  'draft.restored': 'Your draft, last changed {when}',
  'draft.discard': 'Discard',
  'draft.discarded': 'Draft discarded',
  'draft.other': 'Unsaved draft:',
  'draft.edit': 'Unsaved edit:',
  'draft.resume': 'Continue',
  'draft.memoryGone': 'That memory was deleted. Your text is a new note now.',

  'omnibox.default': 'Search your memories',
  'quotes.show': { one: 'Show my quote here', other: 'Show my {count} quotes here' },
  'quotes.shown': { one: '{count} quote marked in the page', other: '{count} quotes marked in the page' },
  'quotes.missing': 'The page has changed. You saved:',
  'quotes.unmarked': 'This browser can’t mark text in this page.',
  'preview.read': 'Save the text of this page…',
  'preview.text': 'Text to save',
  'preview.cancel': 'Cancel',
  'preview.long': { one: '{count} part', other: 'Longer than a memory: it needs {count} parts.' },
  'preview.saveFirst': 'Save the first part',
  'preview.saveAll': { one: 'Save', other: 'Save all {count} parts' },
  'preview.saving': 'Saving, {done} of {of}…',
  'preview.saved': { one: 'Saved', other: 'Saved in {count} parts' },
} as const;
