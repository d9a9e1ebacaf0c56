/** What the settings need and neither the Memory Service nor the engine gives. */
export interface SettingsHost {
  /** Of the extension, as its manifest says it. */
  version: string;
  platform: 'mac' | 'other';
}
