import type { Mark } from './mark.ts';

/** Decisions of ours on the resources: memories, collections, names. */
export const resourceMarks = {
  'memory.id': { from: 'ours', says: 'A memory id is mem_ and a ULID in lower case, given by the service.' },
  'memory.content': { from: 'ours', says: 'Content is 1 to 65,536 bytes of UTF-8 once trailing white space is removed.' },
  'memory.source': { from: 'ours', says: 'The source of a memory written with a token is api:<token name>, whatever the request says.' },
  'memory.source-door': { from: 'ours', says: 'The source of a memory written through a door or by a page is what the door vouches for.', elsewhere: 'test/unit/service/origin.test.ts' },
  'memory.tags': { from: 'ours', says: 'A memory has 0 to 32 tags of 1 to 64 characters after trim and NFC.' },
  'memory.tags-once': { from: 'ours', says: 'Of tags with one key only the first is kept, in its spelling and place.' },
  'memory.collection': { from: 'ours', says: 'A memory always answers its collection: an id, or null.' },
  'memory.address': { from: 'ours', says: 'A memory may have a url (http or https, at most 2,048 characters) and a title (at most 512); they are null where absent.' },
  'memory.version': { from: 'ours', says: 'version is 1 at creation and one more with each change.' },
  'memory.times': { from: 'ours', says: 'Times have milliseconds and Z; updatedAt moves with version, only when a field really changed.' },
  'memory.extra-fields': { from: 'ours', says: 'deletedAt is there only in the trash, origin only where imported.' },
  'collection.shape': { from: 'ours', says: 'A collection has id (col_ and a ULID), name, createdAt, updatedAt and memoryCount.' },
  'collection.name': { from: 'ours', says: 'A collection name has 1 to 128 characters after trim.' },
  'collection.unique': { from: 'ours', says: 'Two collections never have names of one key.' },
  'collection.order': { from: 'ours', says: 'Collections are listed by the key of their name.' },
  'text.storable': { from: 'ours', says: 'No string holds U+0000 or a lone surrogate.' },
  'text.key': { from: 'ours', says: 'Names and tags are equal when their keys are: NFKC, then locale-free lower case.' },
  'text.characters': { from: 'ours', says: 'A character is a code point.' },
  'reference.either': { from: 'ours', says: 'A request names a collection by its id or, by key, by its name.' },
  'reference.id-form': { from: 'ours', says: 'A value of the form of a collection id is read as an id only.' },
  'reference.absent': { from: 'ours', says: 'A reference to no collection is 404, and nothing is created for it.' },
} as const satisfies Record<string, Mark>;
