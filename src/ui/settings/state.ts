import type { EnginePanel } from '../engine-panel.ts';
import { createEngine } from '../state/engine.ts';
import { keyNames } from '../state/keyboard.ts';
import { createNotices } from '../state/notices.ts';
import { formatsIn } from '../words/formats.ts';
import type { Translate } from '../words/translator.ts';
import type { SettingsHost } from './host.ts';

export interface SettingsParts {
  host: SettingsHost;
  panel: EnginePanel;
  t: Translate;
  /** BCP 47. */
  locale?: string;
}

export type SettingsState = ReturnType<typeof createSettingsState>;

export function createSettingsState({ host, panel, t, locale = 'en' }: SettingsParts) {
  const notices = createNotices(t);
  return { t, host, notices, keys: keyNames(host.platform), engine: createEngine(panel, notices), formats: formatsIn(locale) };
}
