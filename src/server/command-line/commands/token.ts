import type { z } from 'zod';
import { idMaker } from '../../../lib/ulid.ts';
import { tokenOf } from '../../../service/encode.ts';
import { newToken } from '../../../service/issue-token.ts';
import type { TokenRow } from '../../../service/ports/rows.ts';
import type { Owner, Store } from '../../../service/ports/store.ts';
import { Problem } from '../../../service/problem.ts';
import { sentenceOf } from '../../../service/sentences.ts';
import { namedCollection } from '../../../service/visibility.ts';
import { defaultRateLimit } from '../../../v1/limits.ts';
import { createTokenBody } from '../../../v1/schemas/token.ts';
import { scopeNames } from '../../../v1/scopes.ts';
import { usageError, CommandError } from '../../command-error.ts';
import { command } from '../command.ts';
import { columns, printResult } from '../terminal.ts';
import { commaList, expiry, rate, word } from '../values.ts';

export const tokenCreate = command({
  name: 'token create',
  operands: [],
  description: 'Creates an access token. Prints its secret once, on the last line by itself.',
  options: {
    user: { placeholder: 'NAME', description: 'The user whose memories the token gives access to.', read: word },
    name: { placeholder: 'NAME', description: 'The name of the token, shown on memories that it saves.', read: word },
    scopes: { placeholder: 'A,B', description: `Scopes: ${scopeNames.join(', ')}.`, read: commaList },
    collections: {
      placeholder: 'A,B',
      description: 'Limit the token to these collections, by id or name.',
      read: commaList.optional(),
    },
    expires: { placeholder: 'TIME', description: 'Expiry: 30d, 12h, or an ISO 8601 time.', read: expiry.optional() },
    rate: {
      placeholder: 'N/S',
      description: `N requests in S seconds; default ${defaultRateLimit.requests}/${defaultRateLimit.seconds}.`,
      read: rate.optional(),
    },
  },
  async run({ parts, terminal, values, now }) {
    const { user, expires, rate: rateLimit, ...rest } = values;
    await parts.users.require(user);
    const expiresAt = expires?.(now);
    if (expiresAt !== undefined && Date.parse(expiresAt) <= now) throw usageError('--expires must be in the future.');
    const wanted = requireValid({
      name: rest.name,
      scopes: rest.scopes,
      collections: rest.collections,
      expiresAt,
      rateLimit,
    });
    const { row, secret } = newToken(
      {
        name: wanted.name,
        scopes: wanted.scopes,
        collections: null,
        origin: null,
        rateLimit: wanted.rateLimit ?? defaultRateLimit,
        expiresAt: wanted.expiresAt ?? null,
        ancestors: [],
      },
      idMaker(),
      now,
    );
    const stored = await parts.store.write(user, async (writer) => {
      const ids = [];
      for (const reference of wanted.collections ?? []) {
        ids.push(
          (await namedCollection(writer, { collections: null }, reference).catch(throwNoCollection(user, reference)))
            .id,
        );
      }
      const whole = { ...row, collections: wanted.collections === undefined ? null : [...new Set(ids)] };
      await writer.putToken(whole);
      return whole;
    });
    const token = tokenOf(stored, undefined);
    await printResult(terminal, values.json, { ...token, user, token: secret }, [
      `Created the token ${token.id} for ${user}.`,
      secret,
    ]);
  },
});

function throwNoCollection(user: string, reference: string): (thrown: unknown) => never {
  return (thrown) => {
    throw thrown instanceof Problem ? new CommandError(`${user} has no collection ${reference}.`) : thrown;
  };
}

/**
 * Checks the options by the rules of the operation createToken.
 * @throws CommandError
 */
function requireValid(body: {
  [Field in keyof z.input<typeof createTokenBody>]: z.input<typeof createTokenBody>[Field] | string[];
}): z.output<typeof createTokenBody> {
  const result = createTokenBody.safeParse(body, { error: sentenceOf });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const option = String(issue?.path[0]).replace('expiresAt', 'expires').replace('rateLimit', 'rate');
  throw usageError(`--${option} ${issue?.message}.`);
}

export const tokenList = command({
  name: 'token list',
  operands: [],
  description: 'Lists access tokens, without their secrets.',
  options: { user: { placeholder: 'NAME', description: 'Only this user.', read: word.optional() } },
  async run({ parts, terminal, values }) {
    const users = values.user === undefined ? await parts.users.all() : [await parts.users.require(values.user)];
    const tokens = [];
    for (const { name: user } of users) {
      const rows = await tokensOf(parts.store, user);
      const lastUsed = await parts.store.rates.lastUsed(rows.map((row) => row.id));
      tokens.push(...rows.map((row) => ({ ...tokenOf(row, lastUsed.get(row.id)), user })));
    }
    const rows = tokens.map((token) => [
      token.id,
      token.user,
      token.name,
      token.scopes.join(','),
      token.expiresAt ?? 'never',
      token.lastUsedAt ?? 'never',
    ]);
    await printResult(
      terminal,
      values.json,
      { tokens },
      columns([['ID', 'USER', 'NAME', 'SCOPES', 'EXPIRES', 'LAST USED'], ...rows]),
    );
  },
});

async function tokensOf(store: Store, user: Owner): Promise<TokenRow[]> {
  const rows: TokenRow[] = [];
  for (;;) {
    const page = await store.read(user, (reader) => reader.listTokens({ after: rows.at(-1)?.id, limit: 100 }));
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

export const tokenRevoke = command({
  name: 'token revoke',
  operands: ['ID'],
  description: 'Revokes an access token and those created with it; their next request is refused.',
  options: {},
  async run({ parts, terminal, values, operands: [id = ''] }) {
    const token = await parts.store.findToken(id);
    if (token === undefined) throw new CommandError(`There is no token ${id}. See \`token list\`.`);
    const { owner: user } = token;
    await parts.store.write(user, (writer) => writer.deleteToken(id));
    await printResult(terminal, values.json, { id, user, revoked: true }, `Revoked the token ${id} of ${user}.`);
  },
});
