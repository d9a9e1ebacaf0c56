import type { BrowserKind, ExtensionBrowser, LaunchOptions } from './browser.ts';
import { launchChromium } from './chromium/launch.ts';
import { launchFirefox } from './firefox/launch.ts';

/** The browser of this test run, set by the vitest project. */
export function browserKind(): BrowserKind {
  const kind = process.env['COMMONPLACE_BROWSER'];
  if (kind !== 'chromium' && kind !== 'firefox')
    throw new Error('Run end-to-end tests by `npx vitest run --project e2e:chromium` or `e2e:firefox`.');
  return kind;
}

export const launchBrowser = (options: LaunchOptions = {}): Promise<ExtensionBrowser> =>
  browserKind() === 'chromium' ? launchChromium(options) : launchFirefox(options);
