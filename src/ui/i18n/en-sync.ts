/** The texts about sync. See {@link ./en.ts}. */
export const syncWords = {
  'settings.sync': 'Sync',
  'sync.lead':
    'Keep the memories of several browsers in sync through a Commonplace server, or another server with the same API. Nothing is sent before you have seen what will happen.',
  'sync.address': 'Address of the server',
  'sync.addressHint': 'Such as https://memories.example.org',
  'sync.token': 'Access token',
  'sync.tokenHint':
    'Create it on the server’s own page. It must allow reading memories, and saving them too unless this browser only receives.',
  'sync.connect': 'Connect…',
  'sync.connectUnencrypted': 'Connect without encryption',
  'sync.cancel': 'Cancel',
  'sync.invalid': 'This isn’t the address of a server. It looks like https://memories.example.org.',
  'sync.insecure':
    'Your memories would travel unencrypted. Use an address that begins with https://, or a server on this device or in your local network.',
  'sync.unencrypted':
    'The connection to {host} isn’t encrypted: anyone on the same network can read your memories and the token, and change what arrives. Use https:// if you can, and never do this on a network that you share with strangers.',
  'sync.isUnencrypted': 'The connection isn’t encrypted: others on the same network can read what is sent.',
  'sync.credentials': 'Leave name and password out of the address. The token goes in its own field.',
  'sync.badToken': 'A token has no spaces and no quotation marks. Copy it once more.',
  'sync.noToken': 'Enter an access token.',
  'sync.notAllowed': 'Commonplace wasn’t allowed to connect to {host}. Choose “Connect…” again and allow it.',
  'sync.checking': 'Checking {host}…',
  'sync.unreachable': '{host} didn’t respond. Check the address and that the server is running, then try again.',
  'sync.unauthorized': '{host} doesn’t accept this token. Enter another one.',
  'sync.forbidden': 'This token can’t read memories on {host}. Create one that can.',
  'sync.malformed': '{host} responded, but not like a server that Commonplace can sync with. Check the address.',
  'sync.limited': '{host} takes no more requests for now. Try again later.',
  'sync.notKept':
    'The copy of what is on {host} couldn’t be stored, perhaps because the disk is full. Free some space, then connect again.',

  'sync.previewTitle': 'What will happen',
  'sync.here': { one: '{count} memory here', other: '{count} memories here' },
  'sync.there': { one: '{count} memory on {host}', other: '{count} memories on {host}' },
  'sync.thereMore': { one: 'More than {count} memory on {host}', other: 'More than {count} memories on {host}' },
  'sync.same': {
    one: '{count} of them is the same on both sides',
    other: '{count} of them are the same on both sides',
  },
  'sync.get': { one: 'This browser gets {count}', other: 'This browser gets {count}' },
  'sync.send': { one: '{host} gets {count}', other: '{host} gets {count}' },
  'sync.nothingDeleted': 'Nothing is deleted. A backup of the memories here is made first.',
  'sync.bothBackedUp':
    'Nothing is deleted. The memories here are backed up first and, the first time you connect to a server, those on it too. Backups are under Storage and backup.',
  'sync.copying': {
    one: 'Backing up what is on {host}: {count} memory…',
    other: 'Backing up what is on {host}: {count} memories…',
  },
  'sync.direction': 'Direction',
  'sync.merge': 'Both ways',
  'sync.pull': 'Only from the server to this browser',
  'sync.push': 'Only from this browser to the server',
  'sync.pushMeans':
    'What others save, edit or delete there stays there and changes nothing here. A memory that was edited there is left as it is; if you edit it here too, your version is saved there as another memory.',
  'sync.mayOnlyRead': 'This token can’t save memories, so nothing can be sent.',
  'sync.collections': 'Memories that sync',
  'sync.all': 'All memories',
  'sync.some': 'Only these collections',
  'sync.onlyThere': '{name} (only on the server)',
  'sync.promises': 'What this server allows',
  'sync.once': 'Each memory is saved there once, even if the connection breaks.',
  'sync.notOnce': 'If the connection breaks, a memory may be saved there twice. The second one is hidden here.',
  'sync.deletes': 'What you delete goes to the trash in every browser.',
  'sync.deletesLimited':
    'This token sees some collections only. What you delete is deleted there too. What others delete there, or move to another collection, stays in this browser.',
  'sync.noDeletes': 'It can’t delete: what you delete is deleted in this browser only.',
  'sync.noAddresses': 'Addresses and titles stay in this browser.',
  'sync.time': 'It gives memories the time at which they arrive there.',
  'sync.start': 'Start syncing',

  'sync.with': 'Syncs with {host}.',
  'sync.only.pull': 'Nothing is sent there.',
  'sync.only.push': 'Nothing is taken from there.',
  'sync.running': 'Syncing…',
  'sync.paused': 'Paused.',
  'sync.proved': {
    one: '{count} memory, both sides the same, checked {when}.',
    other: '{count} memories, both sides the same, checked {when}.',
  },
  'sync.different': 'The two sides differed when checked {when}. “Sync now” compares them again.',
  'sync.synced': { one: '{count} memory synced.', other: '{count} memories synced.' },
  'sync.hidden': {
    one: '{host} has {count} duplicate, which is hidden here.',
    other: '{host} has {count} duplicates, which are hidden here.',
  },
  'sync.lastRound': 'Last synced {when}.',
  'sync.waiting': { one: '{count} change waits to be sent.', other: '{count} changes wait to be sent.' },
  'sync.notSent': {
    one: '{count} change stays here, since nothing is sent.',
    other: '{count} changes stay here, since nothing is sent.',
  },
  'sync.quota.memories': {
    one: '{used} of {limit} memories on {host}: {count} change stays here. Delete some there, or choose a larger plan. Next try: {time}.',
    other:
      '{used} of {limit} memories on {host}: {count} changes stay here. Delete some there, or choose a larger plan. Next try: {time}.',
  },
  'sync.quota.day': {
    one: '{used} of today’s {limit} changes are used on {host}: {count} change stays here until {time}.',
    other: '{used} of today’s {limit} changes are used on {host}: {count} changes stay here until {time}.',
  },
  'sync.quota.unknown': {
    one: 'The plan on {host} is used up: {count} change stays here. Next try: {time}.',
    other: 'The plan on {host} is used up: {count} changes stay here. Next try: {time}.',
  },
  'sync.outbox': 'Waiting to be sent',
  'sync.more': { one: 'and {count} more', other: 'and {count} more' },
  'sync.mergedNames':
    '{names} are separate collections on {host} and one here, because names that differ only in case count as the same.',
  'sync.unusableNames':
    '{host} has collections with names that can’t be used here: {names}. Their memories have no collection here.',
  'sync.again': 'Next try: {time}.',
  'sync.stop.unreachable': '{host} didn’t respond. What you save is kept here meanwhile.',
  'sync.stop.failed': 'This device couldn’t store what was read, perhaps because its disk is full.',
  'sync.stop.paused': '{host} asked to wait.',
  'sync.stop.unauthorized': '{host} no longer accepts the token. Enter another one to go on.',
  'sync.forbiddenByBrowser': 'The browser no longer lets Commonplace connect to {host}.',
  'sync.allow': 'Allow it again',
  'sync.change': 'Change token, direction or collections…',
  'sync.newToken': 'Enter another token',
  'sync.now': 'Sync now',
  'sync.pause': 'Pause',
  'sync.resume': 'Resume',
  'sync.disconnect': 'Disconnect',
  'sync.disconnectWarning':
    'The memories stay here and on {host}, but changes no longer sync. The token is removed from this device.',
  'sync.disconnected': 'Disconnected',

  'sync.stuck': { one: '{count} memory stays only here', other: '{count} memories stay only here' },
  'sync.retry': 'Try to send again',
  'sync.conflicts': {
    one: '{count} memory was changed in two places at once. Both texts are kept, one with the tag “conflict copy”.',
    other:
      '{count} memories were changed in two places at once. Both texts are kept, one with the tag “conflict copy”.',
  },
  'sync.showConflicts': 'Show in the library',
  'sync.textThere': 'From {host}',
  'sync.textHere': 'From this browser',
  'sync.keepThis': 'Keep this one',
  'sync.keepBoth': 'Keep both',
  'sync.kept.theirs': 'The other text is in the trash',
  'sync.kept.mine': 'The other text is in the trash',
  'sync.kept.both': 'Both kept',

  'sync.askOther': {
    one: 'With this address and token, {found} of {count} synced memories can be found. Is it another account?',
    other: 'With this address and token, {found} of {count} synced memories can be found. Is it another account?',
  },
  'sync.askUnknown':
    'All memories that were synced are deleted, so nothing shows whether this is the same account. Is it another one?',
  'sync.isSame': 'It’s the same account',
  'sync.isNew': 'It’s another one: merge with it',
  'sync.askAbsence': {
    one: '{missing} of {count} synced memory is missing on the server. Delete it here too?',
    other: '{missing} of {count} synced memories are missing on the server. Delete them here too?',
  },
  'sync.deleteHere': 'Move them to the trash',
  'sync.keepHere': 'Keep them here',

  'footer.waiting': { one: '{count} change waits', other: '{count} changes wait' },
  'footer.synced': 'synced',
  'footer.syncWaits': 'Sync has stopped',

  'memorySync.name': 'Sync',
  'memorySync.synced': 'Synced',
  'memorySync.waiting': 'Waits to be sent',
  'memorySync.conflict': 'Changed in two places, both texts kept',
  'memorySync.refused': 'Only here: {reason}',
  'memorySync.changeRefused': 'The last change is only here: {reason}',
  'memorySync.unfit': 'The server’s version can’t be stored here: {reason}',
  'memorySync.direction': 'Not sent: sync only takes from the server',
  'memorySync.collections': 'Not synced: its collection isn’t chosen',
  'memorySync.gone': 'Only here: no longer on the server',
  'memorySync.different': 'The server keeps it in another form',

  'egress.sync': 'Your memories sync with {host}.',
  'privacy.sync': 'Sync sends memories to the one server that you connect under Sync, and to no other.',
} as const;
