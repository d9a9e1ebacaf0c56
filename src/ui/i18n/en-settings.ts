/** Texts of the settings' sections General, Shortcuts and About, and of the welcome page. See {@link ./en.ts}. */
export const settingsWords = {
  'appearance.title': 'Appearance',
  'appearance.system': 'Same as system',
  'appearance.light': 'Light',
  'appearance.dark': 'Dark',
  'general.library': 'Library',
  'general.libraryInSidebar':
    'All memories with collections, tags, trash and duplicates. It opens in a tab here, and in the sidebar from the menu of the toolbar button.',
  'general.libraryInSidePanel':
    'All memories with collections, tags, trash and duplicates. It opens in a tab here, and in the side panel from the menu of the toolbar button.',

  'about.welcome': 'Show the welcome page again',
  'welcome.lead': 'Try it here: save a note, then find it. You can leave at any time.',
  'welcome.leave': 'Skip',
  'welcome.example': 'Lisbon: room twelve, ask for the back. Breakfast in the courtyard until eleven.',
  'welcome.saveTitle': '1. Save something',
  'welcome.findTitle': '2. Find it',
  'welcome.saveFirst': 'Save the note first. Then search for',
  'welcome.findHint': 'Type any word of it, or what it is about:',
  'welcome.query': 'hotel in Portugal',
  'welcome.nowTitle': '3. From now on',
  'welcome.pin': 'Pin Commonplace to the toolbar, and click it to search anywhere.',
  'welcome.library': 'All your memories, with collections, tags and trash, are in the library.',
  'welcome.done': 'Done',

  'shortcuts.popup': 'Open Commonplace',
  'shortcuts.unset': 'Not set',
  'shortcuts.taken': 'Not set. {keys} may be used by the browser or another extension.',
  'shortcuts.hint': 'These work anywhere in the browser. Press ? in the popup or the library for their own keys.',
  'shortcuts.byHand':
    'To change them, open Firefox’s page “Add-ons and themes”, click the gear and choose “Manage Extension Shortcuts”. Press ? in the popup or the library for their own keys.',
  'shortcuts.change': 'Change shortcuts',
} as const;
