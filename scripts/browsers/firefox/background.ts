import type { MenuClick } from '../browser.ts';

/**
 * Internals of Firefox (toolkit/components/extensions). The functions below run with Firefox's own rights (Marionette's
 * "chrome" context). They are sent as text, so they use nothing outside themselves.
 */
interface Internals {
  WebExtensionPolicy: {
    getByID(id: string): {
      extension: {
        terminateBackground(options: object): Promise<void>;
        emit(event: string, ...details: unknown[]): void;
        backgroundState: string;
      };
    };
  };
  Services: {
    prefs: { setIntPref(name: string, value: number): void };
    wm: { getMostRecentWindow(type: string): { gBrowser: { selectedTab: object } } };
  };
}

export async function terminateBackground(id: string): Promise<string> {
  const { extension } = (globalThis as unknown as Internals).WebExtensionPolicy.getByID(id);
  await extension.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });
  return extension.backgroundState;
}

/** Emits the event of a menu click. The event wakes a stopped background. */
export function emitMenuClick(id: string, click: MenuClick): void {
  const { WebExtensionPolicy, Services } = globalThis as unknown as Internals;
  const tab = Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedTab;
  WebExtensionPolicy.getByID(id).extension.emit(
    'webext-menu-menuitem-click',
    { editable: false, modifiers: [], button: 0, ...click },
    tab,
  );
}

/** Sets the colour theme of all pages: 0 is dark, 1 light. */
export function overrideTheme(scheme: number): void {
  (globalThis as unknown as Internals).Services.prefs.setIntPref(
    'layout.css.prefers-color-scheme.content-override',
    scheme,
  );
}
