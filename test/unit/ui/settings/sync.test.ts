import { expect, test } from 'vitest';
import type { EngineControl } from '../../../../src/client/engine-control.ts';
import type { Client } from '../../../../src/client/index.ts';
import type { SyncCommand } from '../../../../src/lib/sync.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { createSyncModel, type SyncHost } from '../../../../src/ui/settings/sync.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';

/** `syncServer`: the connected server. `forgotten`: the arguments of each call of `forgetServer`. */
function formWith(address: string, syncServer?: string) {
  const [allowed, sent]: [string[], SyncCommand[]] = [[], []];
  const forgotten: Parameters<SyncHost['forgetServer']>[] = [];
  const notices = createNotices(translator());
  let isEngineDown = false;
  const sync = async (command: SyncCommand) => {
    if (isEngineDown) throw new Error('The engine has stopped.');
    sent.push(command);
  };
  const model = createSyncModel({
    client: {} as Client,
    control: { sync } as EngineControl,
    host: {
      allowServer: async (server) => allowed.push(server) > 0,
      isServerAllowed: async () => true,
      forgetServer: async (...servers) => void forgotten.push(servers),
    },
    syncServer: () => syncServer,
    notices,
    t: translator(),
  });
  model.enterAddress(address);
  model.enterToken('cpk_1');
  const tryAgain = () => notices.current.value!.action!.run();
  return {
    model,
    allowed,
    sent,
    forgotten,
    notices,
    tryAgain,
    setEngineDown: (down: boolean) => (isEngineDown = down),
  };
}

test('connects without encryption only in the local network, after a warning', async () => {
  const { model, allowed, sent } = formWith('http://nas.local:8787');
  await model.connect();
  await model.connect();
  expect([model.fault.value, allowed, sent]).toEqual(['unencrypted', [], []]);
  await model.connect({ acceptsUnencrypted: true });
  expect([model.fault.value, allowed]).toEqual([undefined, ['http://nas.local:8787']]);
  expect(sent).toEqual([{ do: 'check', address: 'http://nas.local:8787', token: 'cpk_1' }]);
});

test('the next step of the form takes the focus once for each action, but not after an invalid entry', async () => {
  const { model } = formWith('https://memories.example.org');
  expect(model.takesFocus()).toBe(false);
  await model.connect();
  expect([model.takesFocus(), model.takesFocus()]).toEqual([true, false]);
  await model.cancel(undefined);
  expect([model.takesFocus(), model.takesFocus()]).toEqual([true, false]);
  model.enterAddress('no address');
  await model.connect();
  expect(model.takesFocus()).toBe(false);
});

test('clears the warning once the address changes, and requires encryption outside the local network', async () => {
  const { model, sent } = formWith('http://nas.local:8787');
  await model.connect();
  model.enterAddress('http://memories.example.org');
  expect(model.fault.value).toBeUndefined();
  await model.connect({ acceptsUnencrypted: true });
  expect([model.fault.value, sent]).toEqual(['insecure', []]);
});

test('connects without a warning if the connection is encrypted or stays on this device', async () => {
  for (const address of ['https://nas.local:8787', 'http://localhost:8787']) {
    const { model, sent } = formWith(address);
    await model.connect();
    expect(sent).toMatchObject([{ do: 'check', address }]);
  }
});

test('a fault disappears once its field is changed', async () => {
  const { model } = formWith('');
  await model.connect();
  expect(model.fault.value).toBe('invalid');
  model.enterAddress('https://memories.example.org');
  expect(model.fault.value).toBeUndefined();
  model.enterToken('two words');
  await model.connect();
  expect(model.fault.value).toBe('badToken');
  model.enterToken('cpk_1');
  expect(model.fault.value).toBeUndefined();
});

test.each(['cpk_1 2', '“cpk_1”', 'cpk_ä'])('doesn’t connect with a text that can’t be a token: %s', async (token) => {
  const { model, allowed, sent } = formWith('https://memories.example.org');
  model.enterToken(token);
  await model.connect();
  expect([model.fault.value, allowed, sent]).toEqual(['badToken', [], []]);
});

test('cancelling a check removes the checked server’s permission, unless the connected server needs it', async () => {
  const connected = 'https://memories.example.org:8443';
  const { model, forgotten } = formWith('https://memories.example.org', connected);
  await model.connect();
  await model.cancel(undefined);
  expect(forgotten).toEqual([]);
  await model.cancel('https://memories.example.org');
  expect(forgotten).toEqual([['https://memories.example.org', [connected]]]);
});

test('checking another address removes the permission for the one checked before', async () => {
  const { model, forgotten } = formWith('https://memories.example.org');
  await model.connect();
  await model.connect();
  expect(forgotten).toEqual([]);
  model.enterAddress('https://other.example.org');
  await model.connect();
  expect(forgotten).toEqual([['https://memories.example.org', ['https://other.example.org']]]);
});

test('connecting another server removes the permission for the former one', async () => {
  const { model, forgotten } = formWith('');
  await model.noteServer('https://memories.example.org');
  await model.noteServer('https://memories.example.org');
  expect(forgotten).toEqual([]);
  await model.noteServer('https://other.example.org');
  expect(forgotten).toEqual([['https://memories.example.org', ['https://other.example.org']]]);
});

test('a failed command keeps the entered data and the permission until a retry succeeds', async () => {
  const { model, forgotten, notices, tryAgain, setEngineDown } = formWith(
    'https://memories.example.org',
    'https://memories.example.org',
  );
  model.editServer('https://memories.example.org');
  setEngineDown(true);
  await model.start({ mode: 'merge', collections: null });
  expect([model.token.value, model.isEditingServer.value]).toEqual(['cpk_1', true]);
  setEngineDown(false);
  await tryAgain();
  expect([model.token.value, model.isEditingServer.value]).toEqual(['', false]);
  setEngineDown(true);
  await model.disconnect('https://memories.example.org');
  expect(forgotten).toEqual([]);
  setEngineDown(false);
  await tryAgain();
  expect(forgotten).toEqual([['https://memories.example.org', []]]);
  expect(notices.current.value?.text).toBe('Disconnected');
});
