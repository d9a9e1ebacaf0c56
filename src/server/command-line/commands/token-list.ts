import { tokenOf } from '../../../service/encode.ts';
import type { Owner, Store } from '../../../service/ports/store.ts';
import type { TokenRow } from '../../../service/ports/rows.ts';
import { command } from '../command.ts';
import { columns, tell } from '../terminal.ts';
import { word } from '../values.ts';

export const tokenList = command({
  name: 'token list',
  operands: [],
  says: 'Lists access tokens, without their secrets.',
  options: { user: { placeholder: 'NAME', says: 'Only this user.', read: word.optional() } },
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
    await tell(
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
