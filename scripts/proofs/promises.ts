export interface Guarantee {
  statement: string;
  shownBy: string[];
}

export const invariants: Guarantee[] = [
  {
    statement:
      'A confirmed save exists exactly once, complete, after a kill of any process of the extension or the browser.',
    shownBy: ['test/e2e/kills.either.test.ts', 'test/e2e/inbox.test.ts'],
  },
  {
    statement: 'A confirmed write exists exactly once, complete, after a kill of the server.',
    shownBy: ['test/server/kills/pglite.test.ts', 'test/server/kills/postgres.test.ts'],
  },
  {
    statement: 'The next start completes a start that was killed, and shows a first token that works.',
    shownBy: [
      'test/server/kills/first-token.test.ts',
      'test/server/kills/pglite.test.ts',
      'test/server/kills/postgres.test.ts',
    ],
  },
  {
    statement: 'Lost or damaged databases of the extension are restored from the journal.',
    shownBy: [
      'test/e2e/journal.either.test.ts',
      'test/e2e/journal.chromium.test.ts',
      'test/unit/store/dexie/journal/restore.test.ts',
    ],
  },
  {
    statement:
      'Damage in the journal is noticed within a week and repaired; a damaged database never replaces a good journal.',
    shownBy: ['test/unit/store/dexie/journal/check.test.ts'],
  },
  {
    statement: 'A restore says how many memories are missing, or that the number is unknown.',
    shownBy: ['test/unit/store/dexie/journal/losses.test.ts', 'test/unit/ui/state/recovery.test.ts'],
  },
  {
    statement:
      'Memories of databases that can’t be opened are read and exported from the journal; new databases replace them only if the error persists.',
    shownBy: [
      'test/e2e/journal.chromium.test.ts',
      'test/unit/store/dexie/open-store.test.ts',
      'test/unit/ui/popup/read-only.test.ts',
    ],
  },
  {
    statement: 'A save on a full disk is refused and leaves nothing.',
    shownBy: [
      'test/e2e/disk-full.test.ts',
      'test/unit/store/dexie/full-disk.test.ts',
      'test/server/serve/full-disk.test.ts',
    ],
  },
  {
    statement: 'A write is confirmed only after it is durable.',
    shownBy: ['test/e2e/store-durability.either.test.ts', 'test/unit/store/dexie/durability.test.ts'],
  },
  {
    statement: 'Databases of earlier versions open with all their data.',
    shownBy: [
      'test/unit/store/dexie/migrations.test.ts',
      'test/unit/search/vector/older-version.test.ts',
      'test/server/store/migrations.test.ts',
      'test/server/search/migrations.test.ts',
      'test/server/database/migrate.test.ts',
    ],
  },
  {
    statement: 'Every store behaves like the in-memory store, their reference, after any sequence of operations.',
    shownBy: ['test/unit/store/dexie/store.test.ts', 'test/server/store/store.test.ts'],
  },
  {
    statement:
      'With many processes on one database, sequence numbers have no gaps, and rate limits and plan limits are exact.',
    shownBy: ['test/server/store/several-processes.test.ts'],
  },
  { statement: 'Maintained counts equal the counted rows.', shownBy: ['test/unit/store/dexie/counts.test.ts'] },
  {
    statement: 'The keyword index returns the same hits and scores as its reference implementation.',
    shownBy: [
      'test/unit/search/keyword/oracle.test.ts',
      'test/unit/search/keyword/whole.test.ts',
      'test/server/search/keyword-oracle.test.ts',
    ],
  },
  {
    statement: 'The vector index returns the same hits as its reference implementation.',
    shownBy: ['test/unit/search/vector/oracle.test.ts', 'test/server/search/vector-oracle.test.ts'],
  },
  {
    statement: 'An index that is damaged or was killed during a write is rebuilt from the memories.',
    shownBy: [
      'test/unit/search/keyword/kills.test.ts',
      'test/unit/search/vector/kills.test.ts',
      'test/unit/search/vector/damage.test.ts',
    ],
  },
  {
    statement: 'Despite kills, every memory is eventually embedded: the index has exactly the windows of its text.',
    shownBy: ['test/e2e/indexing-kills.either.test.ts'],
  },
  {
    statement: 'The bundled models give the vectors and weights of the originals.',
    shownBy: [
      'test/unit/embed/minilm/kernel.test.ts',
      'test/unit/embed/splade/kernel.test.ts',
      'test/unit/embed/use-multilingual/encoder.test.ts',
      'test/e2e/embedding.either.test.ts',
    ],
  },
];

export const threats: Guarantee[] = [
  {
    statement: 'Saved text runs as markup or script.',
    shownBy: ['test/e2e/popup.either.test.ts', 'test/e2e/server-page.chromium.test.ts'],
  },
  {
    statement: 'A sender pretends to be another.',
    shownBy: ['test/unit/extension/messages.test.ts', 'test/unit/service/origin.test.ts'],
  },
  {
    statement: 'A user learns what another user has stored, or whether a given item of theirs exists.',
    shownBy: [
      'test/server/isolation/isolation.test.ts',
      'test/server/store/owners.test.ts',
      'test/server/search/owners.test.ts',
    ],
  },
  {
    statement: 'A web page reaches its visitor’s server.',
    shownBy: ['test/server/http/hosts.test.ts', 'test/server/http/cross-origin.test.ts'],
  },
  {
    statement: 'Slow or hanging connections use up the server.',
    shownBy: ['test/server/http/slow.test.ts', 'test/server/http/many-slow.test.ts', 'test/server/http/limits.test.ts'],
  },
  {
    statement: 'A malformed request breaks the server.',
    shownBy: [
      'test/server/http/parser.test.ts',
      'test/server/conformance/parser.test.ts',
      'test/server/conformance/fuzz.test.ts',
    ],
  },
  {
    statement: 'A crafted request costs more than linear in its size.',
    shownBy: [
      'test/unit/service/linear-work.test.ts',
      'test/unit/service/stored-texts-work.test.ts',
      'test/unit/service/long-texts.test.ts',
      'test/unit/service/large-input.test.ts',
    ],
  },
  {
    statement:
      'A compromised renderer forges saves through `storage.local`, which content scripts can write by default.',
    shownBy: [
      'test/e2e/inbox-undecided.test.ts',
      'test/unit/extension/inbox/forged.test.ts',
      'test/unit/extension/inbox/mirror.test.ts',
    ],
  },
  {
    statement: 'One user’s searches occupy the model, so that other users can’t use it.',
    shownBy: ['test/unit/service/search/turns.test.ts'],
  },
  {
    statement: 'Logs or process lists show secrets or memories.',
    shownBy: [
      'test/server/http/log.test.ts',
      'test/server/serve/metrics.test.ts',
      'test/server/conformance/fuzz-command.long.test.ts',
    ],
  },
  {
    statement: 'Other users of the machine read the server\u2019s folder or open its socket.',
    shownBy: ['test/server/serve/start.test.ts', 'test/server/data-folder/data-folder.test.ts'],
  },
  { statement: 'The extension sends data anywhere.', shownBy: ['test/e2e/offline.chromium.test.ts'] },
  {
    statement: 'The extension asks for more rights than it needs.',
    shownBy: ['test/unit/repository/manifest.test.ts'],
  },
  {
    statement: 'A damaged or wrong model misleads searches.',
    shownBy: [
      'test/e2e/model-refused.screen.test.ts',
      'test/unit/embed/bundled.test.ts',
      'test/unit/embed/bundled/load.test.ts',
      'test/unit/embed/self-test/self-test.test.ts',
    ],
  },
  {
    statement: 'A page that hangs or blocks scripts stops a save.',
    shownBy: ['test/e2e/capture.test.ts', 'test/e2e/popup-save.chromium.test.ts'],
  },
  {
    statement: 'A package is installed that package-lock.json doesn’t pin.',
    shownBy: ['test/unit/repository/lock.test.ts'],
  },
];
