import type { Claim } from './claim.ts';

export const operationClaims = {
  'list.limit': { from: 'ours', says: 'limit is 1 to 100, default 20.' },
  'list.order': { from: 'ours', says: 'Memories are listed newest first by (createdAt, id).' },
  'list.cursor': {
    from: 'ours',
    says: 'A cursor is bound to its token, operation and filters; a forged or altered one, or one used with other filters, is 400.',
  },
  'list.stable': { from: 'ours', says: 'Paging neither repeats nor skips a memory while others come and go.' },
  'list.last': { from: 'ours', says: 'On the last page nextCursor is null.' },
  'list.filters': {
    from: 'ours',
    says: 'Listings filter by collection, tag (repeatable, all must match), source, url, createdAfter, createdBefore and deleted.',
  },
  'filters.site': {
    from: 'ours',
    says: 'site is a host name: a memory matches if its url has this host or a subdomain of it; a leading www. is ignored.',
  },
  'filters.phrases': {
    from: 'ours',
    says: 'phrases lists words and phrases, which must all match. The words of a phrase stand next to each other in the content, the title, a tag or the host; case and accents are ignored.',
  },
  'filters.not': { from: 'ours', says: 'not lists words and phrases that a memory must not contain.' },
  'list.moments': { from: 'ours', says: 'createdAfter and createdBefore are exclusive.' },
  'create.content-only': {
    from: 'ours',
    says: 'createMemory requires content; tags, collection, url, title and capture are optional.',
  },
  'create.no-null': { from: 'ours', says: 'A null in a create is 400; only PATCH clears fields.' },
  strict: { from: 'ours', says: 'Unknown keys of a body and unknown parameters of a query are 400.' },
  'body.size': { from: 'ours', says: 'A body has at most 256 KiB, or 1 MiB for importMemories.' },
  import: { from: 'ours', says: 'With memories:import a create may carry createdAt and origin.' },
  'import.many': {
    from: 'ours',
    says: 'importMemories takes up to 500 memories, 500 collections and 1 MiB, and returns a result for each: created, updated, unchanged, kept, conflict or refused, the last two with a reason.',
  },
  'import.kept': { from: 'ours', says: 'Imported memories keep their id, version, times and deletedAt.' },
  'import.again': { from: 'ours', says: 'Importing the same again changes nothing and costs nothing.' },
  'import.versions': {
    from: 'ours',
    says: 'Of two versions the higher stays; the same version with other content is a conflict.',
  },
  'import.dry-run': { from: 'ours', says: 'dryRun returns the same results and changes nothing.' },
  'import.source': {
    from: 'ours',
    says: 'A token’s import has the source import:<token name>; the given source goes into origin.',
  },
  'import.own-source': {
    from: 'ours',
    says: 'When the extension’s own pages import, the source stays as given.',
    elsewhere: 'test/unit/service/import.test.ts',
  },
  'import.rights': {
    from: 'ours',
    says: 'Without memories:write an import changes only what the token imported; without collections:write it creates no collection; a limited token imports into its collections alone.',
  },
  'import.cost': { from: 'ours', says: 'An import that changes anything is one transaction.' },
  'import.quota': {
    from: 'ours',
    says: 'An import refuses memories above the plan’s limit, and memories for the trash once the trash contains as many as that limit.',
    elsewhere: 'test/unit/service/import.test.ts',
  },
  'import.undo': {
    from: 'ours',
    says: 'undoImport permanently deletes memories that the token imported and that still have the given version.',
  },
  'idempotency.replay': {
    from: 'ours',
    says: 'The same POST with the same Idempotency-Key returns the first answer with Idempotency-Replayed: true, and costs no transaction.',
  },
  'idempotency.conflict': {
    from: 'ours',
    says: 'The same key with another body is 409; bodies are compared as parsed JSON.',
  },
  'idempotency.bound': { from: 'ours', says: 'A key belongs to its token and operation.' },
  'idempotency.key': { from: 'ours', says: 'A key has 1 to 255 characters.' },
  'idempotency.running': { from: 'ours', says: 'Of concurrent requests with one key, only one is carried out.' },
  'idempotency.secret': { from: 'ours', says: 'A replayed createToken has no secret.' },
  'idempotency.erased': {
    from: 'ours',
    says: 'The replay of a create or restore is 404 once the memory is deleted for good.',
  },
  'idempotency.days': {
    from: 'ours',
    says: 'A key is forgotten after 7 days.',
    elsewhere: 'test/unit/service/idempotency.test.ts',
  },
  'patch.fields': {
    from: 'ours',
    says: 'PATCH takes at least one of content, tags, collection, url, title and capture.',
  },
  'patch.null': { from: 'ours', says: 'In PATCH, null clears collection, url, title and capture.' },
  'patch.unchanged': {
    from: 'ours',
    says: 'A PATCH that changes nothing is 200 with the same version and no transaction.',
  },
  etag: { from: 'ours', says: 'Create, read and PATCH of a memory return ETag "<version>".' },
  'if-match': { from: 'ours', says: 'PATCH and DELETE of a memory with If-Match of another version are 412.' },
  'create.location': { from: 'ours', says: 'createMemory returns Location.' },
  'trash.delete': { from: 'ours', says: 'deleteMemory returns 204 and moves the memory to the trash.' },
  'trash.hidden': {
    from: 'ours',
    says: 'A memory in the trash is 404 to read, PATCH and delete, and absent from lists, searches, tags and counts.',
  },
  'trash.reached': {
    from: 'ours',
    says: 'deleted=true lists the trash; restoreMemory and permanent=true work on memories in it.',
  },
  'trash.permanent': {
    from: 'ours',
    says: 'permanent=true deletes for good, whether or not the memory is in the trash.',
  },
  'trash.restore': {
    from: 'ours',
    says: 'restoreMemory returns 200 with the memory; its collection is null if the collection was deleted.',
  },
  'trash.days': {
    from: 'ours',
    says: 'The trash keeps a memory for 30 days.',
    elsewhere: 'test/unit/service/trash.test.ts',
  },
  'trash.clock': {
    from: 'ours',
    says: 'After the clock jumps by more than two days, nothing expires until the clock has run for 24 hours without another jump.',
    elsewhere: 'test/unit/service/clock-jumps.test.ts',
  },
  'trash.quota': {
    from: 'ours',
    says: "Restoring above the plan's limit is 403 quota_exceeded.",
    elsewhere: 'test/unit/service/plan.test.ts',
  },
  'collection.rename': { from: 'ours', says: 'updateCollection renames a collection.' },
  'collection.delete': {
    from: 'ours',
    says: 'deleteCollection returns 204; the memories stay, their collection becomes null, and their version and updatedAt change.',
  },
  'tags.list': {
    from: 'ours',
    says: 'listTags returns each tag with its number of memories, sorted by key, in pages.',
  },
  'tags.prefix': { from: 'ours', says: 'prefix filters tags by the start of their key.' },
  usage: {
    from: 'ours',
    says: 'readUsage returns plan, memories, transactions of the day and rate limit; an absent limit is null.',
  },
  'changes.feed': {
    from: 'ours',
    says: 'listChanges returns each memory once, with its newest version, in order of commit, and the ids of memories deleted for good.',
  },
  'changes.collections': {
    from: 'ours',
    says: 'In listChanges, `collections` has all collections on the first page and after one of them changed, else null.',
  },
  'changes.gone': {
    from: 'ours',
    says: 'A `since` that the feed no longer reaches, or that this server did not return, is 410.',
  },
  'changes.days': {
    from: 'ours',
    says: 'After 90 days, a server may drop the ids of memories deleted for good from the feed; an older `since` is then 410.',
    elsewhere: 'test/unit/service/change-horizon.test.ts',
  },
  'changes.tokens': {
    from: 'ours',
    says: 'A `since` works with all tokens of the owner; a token limited to collections can’t read the changes (403).',
  },
  'digest.fingerprint': {
    from: 'ours',
    says: 'The fingerprint of a range is the XOR, over its live memories, of the first 128 bits of the SHA-256 of a memory’s fields.',
  },
  'digest.ranges': {
    from: 'ours',
    says: 'readDigest divides its range into smaller ranges with about the same number of memories each.',
  },
  'batch.alone': {
    from: 'ours',
    says: 'batch runs up to 100 writes in order, and returns for each write what it returns when sent alone: status, body, ETag, Location and Idempotency-Replayed.',
  },
  'batch.apart': { from: 'ours', says: 'A refused request of a batch doesn’t stop the others.' },
  'batch.writes': {
    from: 'ours',
    says: 'A batch takes the operations that need memories:write or collections:write; any other request, such as a batch in a batch, gets 400 at its index.',
  },
  'batch.rights': { from: 'ours', says: 'Each request of a batch needs the scope of its operation.' },
  'batch.rate': {
    from: 'ours',
    says: 'A batch counts in the rate limit as one request, plus one for each request in it; each of these costs the same transaction as when sent alone.',
  },
  'batch.keys': {
    from: 'ours',
    says: 'An idempotencyKey in a batch works as it does for a single request; a batch itself takes no Idempotency-Key (400).',
  },
  'batch.shape': { from: 'ours', says: 'A malformed batch is 400, and none of its requests is carried out.' },
  'path.id': { from: 'ours', says: 'A malformed id in a path is 404.' },
  'path.escape': { from: 'ours', says: 'A path with a broken percent-escape or U+0000 is 400.' },
} as const satisfies Record<string, Claim>;
