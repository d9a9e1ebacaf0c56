import { expect, test } from 'vitest';
import { offersOf } from '../../../../src/extension/sync/examine.ts';
import { newLink } from '../../../../src/sync/confirm.ts';
import { rulesOf, type Round } from '../../../../src/sync/parts.ts';

const extensions = ['address', 'collections-edit', 'delete', 'etag', 'idempotency-key'];
const subsets = extensions.reduce<string[][]>((all, one) => [...all, ...all.map((set) => [...set, one])], [[]]);

function rules(offered: ReadonlySet<string>) {
  const parts = { client: { extensions: offered }, token: 'a token', now: () => 0 };
  return rulesOf({ parts, link: newLink({ address: '', token: '' }) } as unknown as Round);
}

test('what sync promises for a server is what its rounds allow, with every combination of extensions', () => {
  for (const set of subsets) {
    const offered = new Set(set);
    const { delete: deletes, etag, keyToken, address, moves } = rules(offered);
    expect(offersOf(offered), set.join()).toMatchObject({
      deletes,
      guardsEdits: etag,
      exactlyOnce: keyToken !== null,
      addresses: address,
      moves,
      renames: offered.has('collections-edit'),
    });
  }
});
