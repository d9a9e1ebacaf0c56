import { beforeEach, describe, expect, test } from 'vitest';
import type { AskingSite, ConsentHost, SiteRights } from '../../../../src/ui/consent/host.ts';
import { changeAllKey } from '../../../../src/ui/consent/rights-draft.ts';
import { createConsentState, type ConsentState } from '../../../../src/ui/consent/state.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import type { PageScope } from '../../../../src/v1/scopes.ts';
import { connectToService } from '../connection.ts';

const origin = 'https://recipes.example';

let connection: ReturnType<typeof connectToService>;
let allowed: SiteRights[];
let denied: boolean[];
let closed: number;

beforeEach(() => {
  connection = connectToService();
  [allowed, denied, closed] = [[], [], 0];
});

async function opened(
  scopes: PageScope[],
  more: Partial<ConsentHost> = {},
  grant?: AskingSite['grant'],
): Promise<ConsentState> {
  const state = createConsentState({
    client: connection.client,
    t: translator(),
    host: {
      asking: async () => ({ origin, request: { name: 'Recipes', reason: '', scopes }, grant }),
      permit: async () => true,
      allow: async (rights) => allowed.push(rights) > 0,
      deny: async (never) => void denied.push(never),
      close: () => closed++,
      ...more,
    },
  });
  await state.open();
  return state;
}

const both: PageScope[] = ['memories:read', 'memories:write'];

describe('allow', () => {
  test('by default grants the checked rights for 30 days, and lets the site change only its own memories', async () => {
    const state = await opened(both);
    await state.allow();
    expect(allowed).toMatchObject([
      { scopes: both, collections: null, ownOnly: true, rateLimit: { requests: 120, seconds: 60 } },
    ]);
    const days = (Date.parse(allowed[0]!.expiresAt!) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    expect(closed).toBe(1);
  });

  test('doesn’t let a site change other memories if it may not save, even if that box is checked', async () => {
    const state = await opened([...both, 'collections:write']);
    state.draft.mayChangeAll.value = true;
    state.draft.scopes.value = ['memories:read', 'collections:write'];
    await state.allow();
    expect(allowed).toMatchObject([{ ownOnly: true }]);
  });

  test('says that a site may delete collections if it may change collections and all memories', () => {
    const words = (scopes: PageScope[]) => translator()(changeAllKey(scopes));
    expect(words(both)).not.toContain('collections');
    expect(words([...both, 'collections:write'])).toContain('rename and delete collections');
  });

  test('creates a collection for a site that may only write', async () => {
    const state = await opened(['memories:write']);
    await state.allow();
    const [{ id, name }] = (await connection.sendFromElsewhere('GET', '/collections')).body.collections;
    expect(name).toBe('recipes.example');
    expect(allowed[0]?.collections).toEqual([id]);
  });

  test('needs at least one right, and at least one collection if access is limited to some collections', async () => {
    const state = await opened(both);
    state.draft.scopes.value = [];
    await state.allow();
    state.draft.scopes.value = ['memories:read'];
    state.draft.reach.value = 'some';
    await state.allow();
    expect(allowed).toEqual([]);
    state.draft.chosen.value = ['col_1'];
    await state.allow();
    expect(allowed).toMatchObject([{ scopes: ['memories:read'], collections: ['col_1'] }]);
  });

  test('grants nothing if the browser refuses', async () => {
    const state = await opened(both, { permit: async () => false });
    await state.allow();
    expect([allowed, closed, state.phase.value]).toEqual([[], 0, 'asking']);
    expect(state.failure.value).toContain('browser');
  });

  test('asks for the browser’s permission first, during the click', async () => {
    const order: string[] = [];
    const state = await opened(['memories:write'], { permit: async () => order.push('permit') > 0 });
    connection.handleWith((_, pass) => {
      order.push('request');
      return pass();
    });
    const done = state.allow();
    expect(order).toEqual(['permit']);
    await done;
    expect(order).toEqual(['permit', 'request']);
  });

  test('reports that the page was closed', async () => {
    const state = await opened(both, { allow: async () => false });
    await state.allow();
    expect(state.failure.value).toContain('no longer open');
    expect((await opened(both, { asking: async () => undefined })).phase.value).toBe('gone');
  });
});

describe('a site that asks for more', () => {
  const grant = {
    scopes: ['memories:read'],
    ownOnly: true,
    rateLimit: { requests: 300, seconds: 60 },
  } as unknown as NonNullable<AskingSite['grant']>;

  test('keeps the rights that it already has', async () => {
    const { id } = (await connection.sendFromElsewhere('POST', '/collections', { name: 'Recipes' })).body;
    const state = await opened(['memories:write'], {}, { ...grant, collections: [id] });
    expect(state.offered.value).toEqual(both);
    await state.allow();
    expect(allowed).toMatchObject([{ scopes: both, collections: [id], rateLimit: { requests: 300 } }]);
  });
});

describe('a denial', () => {
  test('is sent once, although the button and the closing window both report it', async () => {
    const state = await opened(both);
    state.never.value = true;
    await state.deny();
    await state.deny();
    expect(denied).toEqual([true]);
  });

  test('is not sent after Allow', async () => {
    const state = await opened(both);
    await state.allow();
    await state.deny();
    expect(denied).toEqual([]);
  });
});
