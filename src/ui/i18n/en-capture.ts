/** Texts of drafts and of what is captured from pages. */
export const captureWords = {
  'draft.restored': 'Your draft, last changed {when}',
  'draft.discard': 'Discard',
  'draft.discarded': 'Draft discarded',
  'draft.other': 'Unsaved draft:',
  'draft.edit': 'Unsaved edit:',
  'draft.resume': 'Continue',
  'draft.memoryGone': 'That memory was deleted. Your text is a new note now.',
} as const;
