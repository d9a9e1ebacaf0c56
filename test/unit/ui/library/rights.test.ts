import { expect, it } from 'vitest';
import { handleEnvelope } from '../../../../src/service/envelope.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { createRights } from '../../../../src/ui/state/rights.ts';
import { scopeNames, type Scope } from '../../../../src/v1/scopes.ts';
import { testService } from '../../../support/service.ts';

/** Returns the missing scopes that `learn` finds. `learn` probes only the write scopes, and must change nothing. */
async function learnRightsOf(scopes: Scope[]) {
  const { service, token, send } = testService(inMemoryStore());
  const secret = await token({ scopes });
  const rights = createRights();
  await rights.learn(
    rights.watch((request) =>
      handleEnvelope(service, { ...request, headers: { ...request.headers, authorization: `Bearer ${secret}` } }, {}),
    ),
  );
  const [memories, usage] = [(await send('GET', '/memories')).body.memories, (await send('GET', '/usage')).body];
  expect([memories, usage.transactionsToday.used]).toEqual([[], 0]);
  return scopeNames.filter((scope) => rights.lacks(scope));
}

it('finds out what a token may not write, and changes nothing', async () => {
  expect(await learnRightsOf(['memories:read'])).toEqual(['memories:write', 'collections:write']);
  expect(await learnRightsOf(['memories:write'])).toEqual(['collections:write']);
  expect(await learnRightsOf([...scopeNames])).toEqual([]);
});

it('records each missing scope, and nothing else', async () => {
  const rights = createRights();
  const answers = [
    { status: 403, body: JSON.stringify({ error: { details: [{ path: 'scope', message: 'tokens:manage' }] } }) },
    { status: 403, body: JSON.stringify({ error: { details: [{ path: 'scope', message: 'everything' }] } }) },
    { status: 403, body: '<html>' },
    { status: 400, body: JSON.stringify({ error: { details: [{ path: 'scope', message: 'memories:read' }] } }) },
  ];
  const transport = rights.watch(async () => ({ commonplace: 1, headers: {}, ...answers.shift()! }));
  while (answers.length > 0) await transport({ commonplace: 1, method: 'GET', path: '/v1/tokens', headers: {} });
  expect(scopeNames.filter((scope) => rights.lacks(scope))).toEqual(['tokens:manage']);
  rights.forget();
  expect(rights.lacks('tokens:manage')).toBe(false);
});
