import type { Claim } from './claim.ts';

export const accessClaims = {
  'token.shape': {
    from: 'ours',
    says: 'A token has id, name, scopes, collections, origin, ownOnly, paused, rateLimit, createdAt, expiresAt and lastUsedAt.',
  },
  'token.form': { from: 'ours', says: 'The secret is cpk_<id>_<secret> with at least 256 random bits.' },
  'token.secret-once': { from: 'ours', says: 'createToken shows the secret once.' },
  'token.hashed': {
    from: 'ours',
    says: 'Only a hash of the secret is stored.',
    elsewhere: 'test/unit/service/origin.test.ts',
  },
  'token.own-rights': {
    from: 'ours',
    says: 'A token can’t grant more than it has, in scopes, collections, time or rate: 403 (404 for a collection it can’t see).',
  },
  'token.inherits': {
    from: 'ours',
    says: 'If createToken leaves out collections or expiry, the new token gets its creator’s; if it leaves out the rate, the token gets the default, or its creator’s if that is lower.',
  },
  'token.expiry': { from: 'ours', says: 'A token may expire; it is 401 from then on.' },
  'token.revoked': { from: 'ours', says: 'A revoked token is 401 at once.' },
  'token.descendants': { from: 'ours', says: 'Revoking a token also revokes all its descendants.' },
  'token.generations': { from: 'ours', says: 'A token with eight ancestors can’t create tokens (403).' },
  'token.last-used': {
    from: 'ours',
    says: 'lastUsedAt of a token is the time of its last use; null before the first.',
  },
  'token.page': {
    from: 'ours',
    says: 'A page’s token works from its origin only, and no other token works from a page. It never has tokens:manage or memories:import and deletes nothing for good (403).',
    elsewhere: 'test/unit/service/origin.test.ts',
  },
  'token.secrets': {
    from: 'ours',
    says: 'createTokenSecret adds a secret, shown once; only the last 64 of a token are valid. A token adds secrets only to itself and its descendants, and needs every right of the token that gets the secret.',
  },
  'token.update': {
    from: 'ours',
    says: 'updateToken changes scopes, collections, expiry, rate, ownOnly and paused at once; adding a right that the caller lacks, or a rate above that of the token’s parent, is 403.',
  },
  'token.update-managers': { from: 'ours', says: 'A token with tokens:manage can’t be changed (403).' },
  'token.paused': {
    from: 'ours',
    says: 'A paused token is 403 forbidden, and details names token: paused.',
  },
  'token.own-only': {
    from: 'ours',
    says: 'With ownOnly, a token changes, deletes and restores only memories that it saved: others are 403, or 404 without memories:read. It can’t rename or delete collections (403). ownOnly together with tokens:manage is 400.',
  },
  'token.by-origin': {
    from: 'ours',
    says: 'listTokens filters by origin.',
    elsewhere: 'test/unit/service/origin.test.ts',
  },
  'token.own-pages': {
    from: 'ours',
    says: 'The extension’s own pages have built-in rights and 6,000 requests a minute.',
    elsewhere: 'test/unit/service/origin.test.ts',
  },
  'token.scope-missing': {
    from: 'ours',
    says: 'A token without the scope that an operation needs is 403 forbidden, and details names the scope.',
  },
  'limited.sees': { from: 'ours', says: 'A token limited to collections sees their memories and nothing else.' },
  'limited.counts': {
    from: 'ours',
    says: 'Tags, counts and memory usage of a token limited to collections cover only the memories of these collections.',
  },
  'limited.words': {
    from: 'ours',
    says: 'The search scores of a token limited to collections reveal nothing about what it can’t see.',
  },
  'limited.writes': {
    from: 'ours',
    says: 'A token limited to one collection saves to it; with several, a create must name one, else 400.',
  },
  'limited.stays': { from: 'ours', says: 'A token limited to collections can’t move a memory out of them (403).' },
  'limited.no-collections': {
    from: 'ours',
    says: 'A token limited to collections can’t create, rename or delete collections (403).',
  },
  'limited.tokens': {
    from: 'ours',
    says: 'A limited token with tokens:manage sees and revokes only tokens limited to collections that are all among its own.',
  },
  'limited.gone': { from: 'ours', says: 'Once its collections are deleted, a limited token sees and writes nothing.' },
  'hidden.alike': {
    from: 'ours',
    says: 'The response for what the token can’t see is the same, byte for byte, as for what doesn’t exist.',
  },
  'rate.settable': { from: 'ours', says: 'A rate limit is set per token; the default is 120 requests in 60 s.' },
  'rate.window': {
    from: 'ours',
    says: 'Windows are fixed: Reset is the Unix second at which the full number is available again.',
  },
  'rate.status': { from: 'ours', says: 'Over the limit the status is 429, with Retry-After.' },
  'rate.family': {
    from: 'ours',
    says: 'A token’s requests also count in the window of the token that created it; the headers show the window with the fewest requests left.',
  },
  'rate.restart': {
    from: 'ours',
    says: 'A restart doesn’t refill a window.',
    elsewhere: 'test/unit/service/rate-limit.test.ts',
  },
  'rate.anonymous': {
    from: 'ours',
    says: 'Requests without a token are limited by origin or address.',
    elsewhere: 'test/unit/service/rate-limit.test.ts',
  },
  'plan.unlimited': {
    from: 'ours',
    says: 'There are two plans: `unlimited` (the default in the extension) and `free`.',
    elsewhere: 'test/unit/service/plan.test.ts',
  },
  'plan.both': {
    from: 'ours',
    says: 'The plan `free` limits the number of memories, and the transactions per UTC day.',
    elsewhere: 'test/unit/service/plan.test.ts',
  },
  'plan.transaction': {
    from: 'ours',
    says: 'A transaction is a write that changed a memory or a collection; token operations don’t count.',
  },
  'plan.refused': { from: 'ours', says: 'A refused request costs no transaction.' },
  'plan.trash': { from: 'ours', says: 'Memories in the trash don’t count towards the plan’s memories.' },
  'plan.undo': {
    from: 'ours',
    says: 'Deleting a memory within 60 s undoes its save: this is free and refunds the transaction of the save.',
  },
  'plan.refunds': {
    from: 'ours',
    says: 'A day’s refunds never exceed the plan’s transactions per day.',
    elsewhere: 'test/unit/service/plan.test.ts',
  },
  'plan.undo-late': {
    from: 'ours',
    says: 'Deleting a memory more than 60 s after its save is a transaction.',
    elsewhere: 'test/unit/service/plan.test.ts',
  },
  order: {
    from: 'ours',
    says: 'Checks run in one order: token, origin, rate limit, path and method, scope, shape, then the transaction.',
  },
  extensions: {
    from: 'ours',
    says: 'Every response carries Memory-Extensions: v=1 and the names of the extensions that the server offers beyond the source document.',
  },
  'http.parser': {
    from: 'ours',
    says: '408, 414, 421 and 431 have a body and headers like every other error.',
    elsewhere: 'test/server/conformance/parser.test.ts',
  },
  'client.base-url': {
    from: 'ours',
    says: 'The base URL of a client may end in /v1 or not.',
    elsewhere: 'test/unit/client/fetch.test.ts',
  },
} as const satisfies Record<string, Claim>;
