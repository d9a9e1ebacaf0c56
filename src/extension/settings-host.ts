import { browser } from 'wxt/browser';
import type { SettingsHost } from '../ui/settings/host.ts';
import { platform } from './platform.ts';

/** What the settings need of the browser. */
export const settingsHost = (): SettingsHost => ({ version: browser.runtime.getManifest().version, platform });
