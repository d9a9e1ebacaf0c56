import type { MenuClick } from '../browser.ts';

/**
 * Functions that run with Firefox's own rights (Marionette's "chrome" context). They travel as text,
 * so each stands alone. What they call is Firefox's inside: toolkit/components/extensions.
 */
interface Inside {
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
  const { extension } = (globalThis as unknown as Inside).WebExtensionPolicy.getByID(id);
  await extension.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });
  return extension.backgroundState;
}

/** What a chosen menu item emits; a stopped background is woken by it. */
export function emitMenuClick(id: string, click: MenuClick): void {
  const { WebExtensionPolicy, Services } = globalThis as unknown as Inside;
  const tab = Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedTab;
  WebExtensionPolicy.getByID(id).extension.emit(
    'webext-menu-menuitem-click',
    { editable: false, modifiers: [], button: 0, ...click },
    tab,
  );
}

/** 0 is dark, 1 light. */
export function overrideTheme(scheme: number): void {
  (globalThis as unknown as Inside).Services.prefs.setIntPref(
    'layout.css.prefers-color-scheme.content-override',
    scheme,
  );
}
