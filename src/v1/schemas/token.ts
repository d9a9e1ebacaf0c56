import { z } from 'zod';
import { limits } from '../limits.ts';
import { scopeNames } from '../scopes.ts';
import { collectionId, collectionReference, nextCursor, paging, time, timeInput, tokenId } from './common.ts';
import { list, name, text } from './text.ts';

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
      .meta({ description: 'the only collections that the token sees; null: all' }),
    origin: z.string().nullable().meta({ description: 'the page origin that the token is bound to; null: none' }),
    ownOnly: z.boolean().meta({ description: 'whether the token may change only memories that it saved itself' }),
    paused: z.boolean().meta({ description: 'whether the token is paused: it is refused until it is resumed' }),
    rateLimit,
    createdAt: time,
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'Token' });

const tokenScopes = list(scope, 1, scopeNames.length).overwrite((all) => [...new Set(all)]);
const tokenCollections = list(collectionReference, 1, limits.tokenCollections);

export const createTokenBody = z
  .strictObject({
    name: name(limits.tokenNameCharacters),
    scopes: tokenScopes,
    collections: tokenCollections
      .optional()
      .meta({ description: 'ids or names of the only collections that the token sees' }),
    expiresAt: timeInput.optional(),
    rateLimit: rateLimit.optional(),
    ownOnly: z.boolean().optional(),
  })
  .meta({ id: 'CreateToken' });

export const updateTokenBody = z
  .strictObject({
    scopes: tokenScopes.optional(),
    collections: tokenCollections.nullable().optional(),
    expiresAt: timeInput.nullable().optional(),
    rateLimit: rateLimit.optional(),
    ownOnly: z.boolean().optional(),
    paused: z.boolean().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'must have at least one field')
  .meta({ id: 'UpdateToken', minProperties: 1 });

export const createdToken = token
  .extend({
    token: z.string().optional().meta({ description: 'the secret; absent if this response is a replay' }),
  })
  .meta({ id: 'CreatedToken' });

export const listTokensQuery = z.strictObject({
  ...paging,
  origin: text(1, limits.originCharacters).optional().meta({ description: 'only tokens bound to this page origin' }),
});

export const tokenPage = z.object({ tokens: z.array(token), nextCursor }).meta({ id: 'TokenPage' });

export type RateLimit = z.infer<typeof rateLimit>;
export type Token = z.infer<typeof token>;
export type CreatedToken = z.infer<typeof createdToken>;
export type CreateToken = z.input<typeof createTokenBody>;
export type UpdateToken = z.input<typeof updateTokenBody>;
export type ListTokensQuery = z.input<typeof listTokensQuery>;
export type TokenPage = z.infer<typeof tokenPage>;
