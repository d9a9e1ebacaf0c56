import { captureWords } from './en-capture.ts';
import { keyWords } from './en-keys.ts';
import { libraryWords } from './en-library.ts';
import { searchWords } from './en-search.ts';
import { settingsWords } from './en-settings.ts';
import { siteWords } from './en-sites.ts';
import { syncWords } from './en-sync.ts';
import { transferWords } from './en-transfer.ts';

/**
 * All UI texts in English. `{name}` is a placeholder.
 * If an entry has plural forms, `Intl.PluralRules` chooses one by the value `count`.
 */
export const en = {
  name: 'Commonplace',

  'menu.library': 'Open the library',
  'menu.sidePanel': 'Open in the side panel',
  'menu.sidebar': 'Open in the sidebar',
  'menu.saveToNamed': 'Save to “{name}”',
  'menu.saveSelection': 'Save to Commonplace',
  'menu.savePage': 'Save this page to Commonplace',
  'menu.saveLink': 'Save this link to Commonplace',
  'menu.saveImage': 'Save this image to Commonplace',

  'toast.saved': 'Saved to Commonplace',
  'toast.undo': 'Undo',
  'toast.undone': 'Undone',
  'toast.notUndone': 'Couldn’t undo. Open Commonplace to delete it.',
  'toast.savedFirst': 'Saved the first {most} KB: a memory can’t hold more',
  'toast.clickToUndo': 'Click to undo.',
  'toast.kept': 'Your text is safe on this device. It will join your memories as soon as possible.',
  'toast.refused': 'Not saved yet, but your text is safe on this device. Open Commonplace to see it.',
  'toast.lost':
    'This may not have been saved: this device’s storage can’t be written to. Free some space or restart the browser, then check.',
  'toast.nothing': 'Nothing to save here.',
  'badge.waiting': { one: '{count} save is waiting', other: '{count} saves are waiting' },
  'badge.undecided': {
    one: '{count} save failed. Open Commonplace to decide what to do.',
    other: '{count} saves failed. Open Commonplace to decide what to do.',
  },

  'related.title': 'Related to this page',
  'related.reading': 'Reading this page…',
  'related.none': 'No memory is related to this page',
  'related.forbidden': 'The browser doesn’t let extensions read this page.',
  'related.silent': 'This page didn’t respond.',
  'related.empty': 'This page has no text.',
  'related.encrypted': 'This PDF needs a password, so its text can’t be read.',
  'related.scanned': 'This PDF has only pictures of its pages, no text.',
  'related.broken': 'This PDF is damaged, or it isn’t a PDF.',
  'related.viewer':
    'Extensions can’t read in this browser’s PDF viewer. Select text in it and use its right-click menu, or download the file and import it in the library.',
  'related.unavailable': 'The website didn’t send this PDF again. Reload it and retry.',
  'related.tooLarge': 'This PDF is larger than 32 MB.',

  'meaning.unavailable': '{reason} Search works by word only.',
  'meaning.fallback': '{reason} Using {name} instead.',
  'meaning.noReason': 'Search by meaning isn’t available.',
  'meaning.loading': 'Found by word only while the model loads.',
  'meaning.byWord': 'Found by word only: search by meaning didn’t respond.',
  'meaning.language': 'Search by meaning works best in English. Search by word works in every language.',
  'meaning.indexing': {
    one: 'Search by meaning: {count} of {of} memories still being indexed',
    other: 'Search by meaning: {count} of {of} memories still being indexed',
  },
  'meaning.paused': {
    one: 'Indexing paused: {count} of {of} memories can’t be found by meaning yet',
    other: 'Indexing paused: {count} of {of} memories can’t be found by meaning yet',
  },
  'meaning.pause': 'Pause',
  'meaning.resume': 'Resume',
  'meaning.announceIndexing': 'Indexing memories for search by meaning',
  'meaning.announcePaused': 'Indexing paused',
  'meaning.finished': 'Search by meaning is ready',

  'save.label': 'Save',
  'save.selection': 'Selection',
  'save.page': 'This page',
  'save.note': 'Note',
  'save.edit': 'Edit before saving',
  'save.text': 'Text to save',
  'save.empty': 'Write a note',
  'save.unreadable': 'Extensions can’t read this page. You can still write a note.',
  'save.action': 'Save',
  'save.saving': 'Saving…',
  'save.already': 'Saved {when}',
  'save.show': 'Show',
  'save.open': 'Open',
  'save.update': 'Update',
  'save.doShort': 'Save:',
  'save.doPage': 'Save page:',
  'save.doSelection': 'Save selection:',
  'save.doNote': 'Save note:',
  'save.query': 'Save as a note',
  'save.what': 'Save “{text}”',
  'save.queryNamed': 'Save “{query}” as a note',

  'tags.add': 'Add tags',
  'tags.label': 'Tags',
  'tags.remove': 'Remove tag {tag}',

  'memory.read': 'Read',
  'memory.open': 'Open the page',
  'memory.edit': 'Edit',
  'memory.tag': 'Tag',
  'memory.copy': 'Copy',
  'memory.similar': 'More like this',
  'memory.select': 'Select: {text}',
  'memory.delete': 'Delete',
  'memory.actions': 'Actions',

  'editor.text': 'Text',
  'editor.save': 'Save',
  'editor.cancel': 'Cancel',
  'editor.changed': 'This memory was changed elsewhere while you were editing.',
  'editor.overwrite': 'Save mine anyway',
  'editor.keepTheirs': 'Keep the other version',

  'done.saved': 'Saved',
  'done.changed': 'Changed',
  'done.deleted': 'Deleted',
  'done.copied': 'Copied',
  'done.undone': 'Undone',
  'done.undoneNext': 'Undone. Before that: {before}',
  'done.notUndone': 'Not undone: it was changed or deleted since.',
  'done.notUndoneNext': '{reason} Before that: {before}',
  'done.undo': 'Undo',
  'done.notCopied': 'The browser blocked copying.',

  'error.retry': 'Try again',
  'error.unreachable': 'Commonplace didn’t respond. What you saved is safe on this device.',
  'error.storageFull': 'This device’s storage is full, so nothing was saved. Free some space, then try again.',
  'error.limitedSeconds': {
    one: 'Too many requests. Try again in {count} second.',
    other: 'Too many requests. Try again in {count} seconds.',
  },
  'error.limitedMinutes': {
    one: 'Too many requests. Try again in {count} minute.',
    other: 'Too many requests. Try again in {count} minutes.',
  },
  'error.tooLong': 'A memory holds at most {most} KB of text, and this is longer. Shorten it, then save.',
  'error.other': 'Something went wrong. Try again.',

  'time.justNow': 'just now',

  'welcome.title': 'Keep what you want to find again',
  'welcome.select': 'Select text on any page, right-click it, and choose “{menu}”.',
  'welcome.shortcut': 'Press {shortcut} to open Commonplace anywhere.',
  'welcome.search': 'Then search here with any two words you remember.',
  'welcome.private': 'No account, no server: everything stays on this device.',
  'empty.title': 'No memories',
  'empty.hint':
    'Select text on any page, right-click it, and choose “{menu}”. Deleted memories stay in the trash for {days} days.',

  'settings.title': 'Settings',
  'settings.contents': 'Contents',
  'settings.general': 'General',
  'settings.search': 'Search and models',
  'settings.sites': 'Sites',
  'settings.storage': 'Storage and backup',
  'settings.privacy': 'Privacy: what leaves this device',
  'settings.shortcuts': 'Shortcuts',
  'settings.about': 'About',
  'settings.away': 'Can’t reach your memories right now.',
  'settings.loading': 'Loading…',

  'indexing.title': 'Indexing',
  'indexing.hint':
    'A new memory is found by word at once, and by meaning once it is indexed. Indexing runs on this device, in the background.',
  'indexing.progress': { one: '{indexed} of {count} memory indexed', other: '{indexed} of {count} memories indexed' },
  'indexing.unindexable': { one: '{count} can only be found by word', other: '{count} can only be found by word' },

  'indexing.trouble': 'Indexing stopped and will be retried. Reason: {reason}',
  'indexing.none': 'No memories yet',

  'models.lead':
    'Search by word works in every language. Search by meaning works best in the languages of the model: {languages}.',
  'models.title': 'Model',
  'models.hint':
    'The model decides what is similar in meaning. Switching re-indexes everything; the current model answers meanwhile.',
  'models.inUse': 'In use',
  'models.bundled': 'included with Commonplace; nothing is downloaded',
  'models.fetches': 'downloads {size} once, from {hosts}',
  'models.fetched': '{size}, on this device',
  'models.unavailable': 'Not available here: {reason}',
  'models.fetch': 'Download {size} and use',
  'models.use': 'Use',
  'models.remove': 'Remove from this device',
  'models.cancel': 'Cancel',
  'models.ready': 'Ready',
  'models.absent': 'Starts when needed',
  'models.loading': 'Loading: {share}.',
  'models.preparing': 'Loading.',
  'models.indexing': {
    one: 'Indexing: {indexed} of {count} memory.',
    other: 'Indexing: {indexed} of {count} memories.',
  },
  'models.meanwhile': '{name} answers meanwhile.',
  'models.progress': '{name}: progress',
  'models.refused': 'Failed its self-test, so it isn’t used.',
  'models.failed': 'Couldn’t be loaded.',
  'models.byWord': 'Memories are found by word meanwhile.',
  'models.announceLoading': 'Loading {name}',
  'models.announceIndexing': '{name} is indexing your memories',

  'copy.title': 'Second copy',
  'copy.lead':
    'Commonplace keeps a second copy of your memories on this device, in case the browser loses its database. The copy is checked at least once a week.',
  'copy.checked': 'Last checked {time}. No damage.',
  'copy.unchecked': 'Not checked yet.',
  'copy.repaired': '{time}: the copy was damaged and has been rebuilt from the database. No memories are missing.',
  'copy.kept': '{time}: the database lacked rows that the copy has. The copy was left unchanged.',

  'privacy.nothing': 'Nothing, unless you let a site use your memories or sync with a server.',
  'privacy.lead':
    'Nothing, unless you let a site use your memories, sync with a server, or choose a model that has to be downloaded.',
  'privacy.memories':
    'Your memories are in this browser’s storage on this device. There is no account and no telemetry, and no server unless you connect one.',
  'privacy.meaning': 'Every search, including by meaning, runs on this device. The model is included with Commonplace.',
  'privacy.models':
    'Another model is downloaded only when you choose it above, from {hosts}. These hosts learn this device’s IP address and nothing about your memories.',
  'privacy.pages': 'A page is read only when you open Commonplace over it, save from it, or ask what is related to it.',
  'privacy.disk': 'Memories are not encrypted on disk: anyone who can read your browser profile can read them.',

  'about.licenses': 'Licenses of everything included',
  'about.version': '{name} {version}, under the Apache-2.0 license.',
  'about.name': 'A commonplace book is a notebook where, for centuries, readers kept things they wanted to find again.',

  'undecided.title': 'Not saved yet',
  'undecided.damaged': 'The record of this save is damaged and can’t be read.',
  'undecided.late': 'waited for more than six days',
  'undecided.sendAgain': 'Save now',
  'undecided.discard': 'Discard',
  'undecided.discarded': 'Discarded',
  'undecided.stillNot': 'Couldn’t save it. It is still kept here.',

  'restored.lost': 'The browser lost its database.',
  'restored.replaced': 'The browser could no longer open its database, so Commonplace made a new one.',
  'restored.whole': {
    one: 'Everything was restored from Commonplace’s second copy: {count} memory.',
    other: 'Everything was restored from Commonplace’s second copy: {count} memories.',
  },
  'restored.part': {
    one: 'Commonplace’s second copy was incomplete: {memories} of {of} memories are back. The last change is missing.',
    other:
      'Commonplace’s second copy was incomplete: {memories} of {of} memories are back. The last {count} changes are missing.',
  },
  'restored.unknown': {
    one: '{count} memory is back from Commonplace’s second copy. There may have been more.',
    other: '{count} memories are back from Commonplace’s second copy. There may have been more.',
  },
  'restored.damaged': {
    one: 'Commonplace’s second copy was damaged: {count} memory is back. Others may be missing.',
    other: 'Commonplace’s second copy was damaged: {count} memories are back. Others may be missing.',
  },
  'restored.dismiss': 'Dismiss',
  'readOnly.now':
    'The browser can’t open Commonplace’s database. Your memories are shown from its second copy and can’t be changed. Restart the browser to repair this.',
  'readOnly.export': 'Export',
  'readOnly.exported': { one: 'Exported {count} memory', other: 'Exported {count} memories' },

  'footer.count': { one: '{count} memory', other: '{count} memories' },
  'footer.local': 'all on this device',
  'footer.library': 'Library',
  'footer.keys': 'Keyboard shortcuts',
  'footer.actions': 'Actions',

  'notice.label': 'Notifications',
  'notice.close': 'Close',

  ...captureWords,
  ...keyWords,
  ...libraryWords,
  ...searchWords,
  ...transferWords,
  ...settingsWords,
  ...siteWords,
  ...syncWords,
} as const;
