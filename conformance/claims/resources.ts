import type { Claim } from './claim.ts';

export const resourceClaims = {
  'memory.id': { from: 'ours', says: 'A memory id is mem_ and a lower-case ULID, assigned by the service.' },
  'memory.content': {
    from: 'ours',
    says: 'Content is 1 to 65,536 bytes of UTF-8 after trailing white space is removed.',
  },
  'memory.source': {
    from: 'ours',
    says: 'The source of a memory written with a token is api:<token name>, whatever the request says.',
  },
  'memory.source-own': {
    from: 'ours',
    says: 'In the extension, source is set from what the host vouches for: the part of the extension or the page’s origin.',
    elsewhere: 'test/unit/service/origin.test.ts',
  },
  'memory.tags': { from: 'ours', says: 'A memory has 0 to 32 tags of 1 to 64 characters after trim and NFC.' },
  'memory.tags-once': {
    from: 'ours',
    says: 'Tags with the same key are dropped except the first, which keeps its spelling and position.',
  },
  'memory.collection': { from: 'ours', says: 'A memory always has collection: an id, or null.' },
  'memory.address': {
    from: 'ours',
    says: 'A memory may have a url (http or https, at most 2,048 characters) and a title (at most 512); null when absent.',
  },
  'memory.capture': {
    from: 'ours',
    says: 'A memory may say what was captured: { kind, author?, siteName?, publishedAt?, language?, image?, quote?: { prefix, suffix }, page? }, at most 4,096 bytes of JSON; null when absent.',
  },
  'memory.version': { from: 'ours', says: 'version is 1 at creation and grows by one with each change.' },
  'memory.times': {
    from: 'ours',
    says: 'Times have milliseconds and Z; updatedAt and version change together, and only when a field changes.',
  },
  'memory.extra-fields': { from: 'ours', says: 'deletedAt is present only in the trash, origin only when imported.' },
  'memory.untrusted': {
    from: 'ours',
    says: 'A memory that looks like instructions to a model has untrusted: { reasons } in every answer; others don’t have the field.',
  },
  'collection.shape': {
    from: 'ours',
    says: 'A collection has id (col_ and a ULID), name, createdAt, updatedAt and memoryCount.',
  },
  'collection.name': { from: 'ours', says: 'A collection name has 1 to 128 characters after trim.' },
  'collection.unique': { from: 'ours', says: 'Collection names are unique by key.' },
  'collection.order': { from: 'ours', says: 'Collections are sorted by the key of their name.' },
  'text.storable': { from: 'ours', says: 'A string with U+0000 or a lone surrogate is 400.' },
  'text.key': {
    from: 'ours',
    says: 'Names and tags are compared by key: NFKC, then locale-free lower case.',
  },
  'text.marks': {
    from: 'ours',
    says: 'Tags, names and queries have at most 30 combining marks in a row; content may have more.',
  },
  'text.characters': { from: 'ours', says: 'A character is a code point.' },
  'reference.either': { from: 'ours', says: 'A request names a collection by id or by name, compared by key.' },
  'reference.id-form': { from: 'ours', says: 'A value that looks like a collection id is only read as an id.' },
  'reference.absent': { from: 'ours', says: 'A reference that matches no collection is 404; nothing is created.' },
} as const satisfies Record<string, Claim>;
