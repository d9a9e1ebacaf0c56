import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFirefox } from '../find.ts';
import type { ExtensionBrowser, LaunchOptions } from '../browser.ts';
import { builtExtension } from '../extension.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';
import { until } from '../until.ts';
import { emitMenuClick, overrideTheme, terminateBackground } from './background.ts';
import { Marionette } from './marionette.ts';
import { firefoxPage } from './page.ts';
import { fillProfile } from './prepared-profile.ts';
import { sidebar } from './sidebar.ts';
import { startFirefox } from './process.ts';
import { runScript } from './script.ts';

export interface FirefoxBrowser extends ExtensionBrowser {
  readonly kind: 'firefox';
  /** Runs `work` with the browser's own rights. Arguments and result are JSON. */
  inChrome<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
}

/** The extension's host name, fixed for every profile instead of Firefox's random one. */
const host = '5ca1ab1e-c0de-4bad-8bad-c0ffee0ddba5';

/** Starts Firefox with the extension. The browser ends with this process, even if this process is killed. */
export async function launchFirefox(options: LaunchOptions = {}): Promise<FirefoxBrowser> {
  const profile = options.profile ?? temporaryFolder('firefox');
  const extension = options.extension ?? builtExtension('firefox');
  const id = addonId(extension);
  const executable = options.executable ?? findFirefox();
  if (executable === undefined) throw new Error('Firefox was not found. Set COMMONPLACE_FIREFOX to its executable.');
  fillProfile(profile);
  const started = await startFirefox(
    executable,
    profile,
    {
      'extensions.webextensions.uuids': JSON.stringify({ [id]: host }),
      'extensions.webextOptionalPermissionPrompts': false,
    },
    [...((options.headless ?? true) ? ['--headless'] : []), ...(options.arguments ?? [])],
    { ...process.env, ...options.env },
  );
  let marionette: Marionette | undefined;
  const kill = async () => {
    await started.kill();
    marionette?.close();
    if (options.profile === undefined) removeFolder(profile);
  };
  try {
    const connection = (marionette = await until('Marionette', () => Marionette.connect(started.port)));
    await connection.send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
    await connection.send('Addon:Install', { path: extension, temporary: true });
    const inChrome: FirefoxBrowser['inChrome'] = (work, ...args) =>
      connection.exclusive(async () => {
        await connection.send('Marionette:SetContext', { value: 'chrome' });
        try {
          return (await runScript(connection, work.toString(), args, 30_000)) as never;
        } finally {
          await connection.send('Marionette:SetContext', { value: 'content' });
        }
      });
    return {
      kind: 'firefox',
      profile,
      address: (path) => new URL(path, `moz-extension://${host}/`).href,
      newPage: async (url) => {
        const { handle } = await connection.exclusive(() =>
          connection.send<{ handle: string }>('WebDriver:NewWindow', { type: 'tab', focus: true }),
        );
        const page = firefoxPage(connection, handle, (theme) => inChrome(overrideTheme, theme === 'dark' ? 0 : 1));
        if (url !== undefined) await page.goto(url);
        return page;
      },
      inChrome,
      clickMenu: async (click, over) => {
        await over?.bringToFront();
        await inChrome(emitMenuClick, id, { ...(over && { pageUrl: await over.url() }), ...click });
      },
      openPanel: async (menuItemId, from) => {
        await from.bringToFront();
        await inChrome(emitMenuClick, id, { menuItemId });
        return sidebar(connection, inChrome, from);
      },
      stopBackground: async () => {
        const state = await inChrome(terminateBackground, id);
        if (state !== 'stopped') throw new Error(`The background is ${state}, not stopped.`);
      },
      kill,
      close: async () => {
        await connection.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
        await kill();
      },
    };
  } catch (error) {
    await kill();
    throw error;
  }
}

function addonId(extension: string): string {
  const manifest = JSON.parse(readFileSync(join(extension, 'manifest.json'), 'utf8')) as {
    browser_specific_settings?: { gecko?: { id?: string } };
  };
  const id = manifest.browser_specific_settings?.gecko?.id;
  if (id === undefined) throw new Error('The manifest names no browser_specific_settings.gecko.id.');
  return id;
}
