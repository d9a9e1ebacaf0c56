import { signal } from '@preact/signals';
import type { EngineControl } from '../../client/engine-control.ts';
import type { Client } from '../../client/index.ts';
import { isBearerToken } from '../../lib/bearer-token.ts';
import { serverAddress, type AddressFault, type SyncCommand } from '../../lib/sync.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from '../state/notices.ts';

export interface SyncHost {
  /** Asks the browser to let the extension connect to a server. Call it in the handler of a click. */
  allowServer(address: string): Promise<boolean>;
  isServerAllowed(address: string): Promise<boolean>;
  /** Removes the browser's permission for a server, unless a site or one of the servers in `needed` needs it. */
  forgetServer(address: string, needed: string[]): Promise<void>;
}

interface Parts {
  client: Client;
  control: EngineControl;
  host: SyncHost;
  /** The address of the server that sync uses, if any. */
  syncServer: () => string | undefined;
  notices: Notices;
  t: Translate;
}

/** Why the form can't be sent. */
export type FormFault = AddressFault | 'noToken' | 'badToken' | 'notAllowed' | 'unencrypted';

/** The state of the sync settings, and the user's commands. */
export function createSyncModel({ client, control, host, syncServer, notices, t }: Parts) {
  const address = signal('');
  const token = signal('');
  const fault = signal<FormFault>();
  /** Whether the form is shown although a server is connected, to change the connection. */
  const isEditingServer = signal(false);
  /** Whether the browser lets the extension connect to the server. */
  const isAllowed = signal(true);
  /** Whether the user's last action removes the focused element, so that its replacement should take the focus. */
  let movesFocus = false;
  const collections = signal<{ id: string; name: string }[]>([]);
  /** The address that was checked last, and the address of the connected server, as far as known. */
  let checked: string | undefined;
  let connected: string | undefined;

  async function forget(server: string | undefined, ...needed: (string | undefined)[]): Promise<void> {
    const others = needed.filter((one) => one !== undefined);
    if (server !== undefined && !others.includes(server)) await host.forgetServer(server, others).catch(() => {});
  }

  /** Sends a command and then runs `onDone`. If the command fails, offers to try again. */
  async function send(command: SyncCommand, onDone?: () => void | Promise<void>): Promise<void> {
    try {
      await control.sync(command);
    } catch (failure) {
      movesFocus = false;
      return notices.fail(failure, () => send(command, onDone));
    }
    await onDone?.();
  }

  return {
    address,
    token,
    fault,
    isEditingServer,
    isAllowed,
    collections,
    send,

    /** Clears the fault too, which concerned the former entries. */
    enterAddress(written: string): void {
      address.value = written;
      fault.value = undefined;
    },

    /** Clears the fault too, unless it concerns the address. */
    enterToken(written: string): void {
      token.value = written;
      if (fault.value === 'noToken' || fault.value === 'badToken') fault.value = undefined;
    },

    async readCollections(): Promise<void> {
      const read = await Array.fromAsync(client.collections.list({ limit: 100 })).catch(() => []);
      collections.value = read.map(({ id, name }) => ({ id, name }));
    },

    /** Checks the server in the form; nothing is written yet. `acceptsUnencrypted`: the user has read the warning. */
    async connect({ acceptsUnencrypted = false } = {}): Promise<void> {
      const parsed = serverAddress(address.value);
      if ('fault' in parsed) return void (fault.value = parsed.fault);
      if (token.value.trim() === '') return void (fault.value = 'noToken');
      if (!isBearerToken(token.value.trim())) return void (fault.value = 'badToken');
      if (parsed.isUnencrypted && !acceptsUnencrypted) return void (fault.value = 'unencrypted');
      const mayConnect = await host.allowServer(parsed.address);
      fault.value = mayConnect ? undefined : 'notAllowed';
      movesFocus = mayConnect;
      if (!mayConnect) return;
      await forget(checked, parsed.address, syncServer());
      checked = parsed.address;
      await send({ do: 'check', address: parsed.address, token: token.value });
    },

    /**
     * Whether the part that appears now should take the focus. True only for the first call after an action that set
     * `movesFocus`.
     */
    takesFocus(): boolean {
      const takes = movesFocus;
      movesFocus = false;
      return takes;
    },

    async checkPermission(server: string): Promise<void> {
      isAllowed.value = await host.isServerAllowed(server).catch(() => true);
    },

    /** Asks again for a permission that the browser has revoked. */
    async allow(server: string): Promise<void> {
      isAllowed.value = await host.allowServer(server);
      if (isAllowed.value) await send({ do: 'now' });
    },

    async start(choice: Omit<Extract<SyncCommand, { do: 'start' }>, 'do'>): Promise<void> {
      movesFocus = true;
      await send({ do: 'start', ...choice }, () => {
        token.value = '';
        isEditingServer.value = false;
      });
    },

    /**
     * Cancels the check of an address, and removes the browser's permission for it unless something else needs it. If a
     * server is connected, also hides the form.
     */
    async cancel(address: string | undefined): Promise<void> {
      movesFocus = true;
      await send({ do: 'cancel' }, async () => {
        isEditingServer.value = false;
        await forget(address, syncServer());
      });
    },

    /** Call with the address of the connected server. Removes the permission for the server that it has replaced. */
    async noteServer(server: string): Promise<void> {
      const former = connected;
      connected = server;
      await forget(former, server);
    },

    /** Shows the form for the connected server, to change its token, direction or collections. */
    editServer(connected: string): void {
      address.value = connected;
      movesFocus = true;
      isEditingServer.value = true;
    },

    async disconnect(server: string): Promise<void> {
      movesFocus = true;
      isEditingServer.value = false;
      await send({ do: 'disconnect' }, async () => {
        await forget(server);
        notices.say(t('sync.disconnected'));
      });
    },
  };
}
