import { z } from 'zod';
import { limits } from '../limits.ts';
import { scopeNames } from '../scopes.ts';
import { collectionId, collectionReference, nextCursor, paging, time, timeInput, tokenId } from './common.ts';
import { list, name } from './text.ts';

const scope = z.enum(scopeNames);

const rateLimit = z
  .strictObject({ requests: z.int().min(1).max(1_000_000), seconds: z.int().min(1).max(86_400) })
  .meta({ id: 'RateLimit', description: 'requests per fixed window of seconds' });

export const token = z
  .object({
    id: tokenId,
    name: z.string(),
    scopes: z.array(scope),
    collections: z
      .array(collectionId)
      .nullable()
      .meta({ description: 'null: all; otherwise the token sees only these' }),
    origin: z.string().nullable().meta({ description: 'the page origin that the token is bound to' }),
    rateLimit,
    createdAt: time,
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'Token' });

export const createTokenBody = z
  .strictObject({
    name: name(limits.tokenNameCharacters),
    scopes: list(scope, 1, scopeNames.length).overwrite((all) => [...new Set(all)]),
    collections: list(collectionReference, 1, limits.tokenCollections).optional(),
    expiresAt: timeInput.optional(),
    rateLimit: rateLimit.optional(),
  })
  .meta({ id: 'CreateToken' });

/** `token` is the secret; it is shown in this answer only, not in a replay of it. */
export const createdToken = token.extend({ token: z.string().optional() }).meta({ id: 'CreatedToken' });

export const listTokensQuery = z.strictObject(paging);

export const tokenPage = z.object({ tokens: z.array(token), nextCursor }).meta({ id: 'TokenPage' });

export type RateLimit = z.infer<typeof rateLimit>;
export type Token = z.infer<typeof token>;
export type CreatedToken = z.infer<typeof createdToken>;
export type CreateToken = z.input<typeof createTokenBody>;
export type ListTokensQuery = z.input<typeof listTokensQuery>;
export type TokenPage = z.infer<typeof tokenPage>;
