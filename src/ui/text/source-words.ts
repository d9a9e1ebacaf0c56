import type { Translate } from '../i18n/translator.ts';

const whole = {
  popup: 'source.popup',
  'context-menu': 'source.context-menu',
  omnibox: 'source.omnibox',
  library: 'source.library',
  sync: 'source.sync',
  'import:bookmarks': 'source.import-bookmarks',
  'import:csv': 'source.import-csv',
  'import:markdown': 'source.import-markdown',
  'import:pdf': 'source.import-pdf',
} as const;

const isWhole = (source: string): source is keyof typeof whole => Object.hasOwn(whole, source);

/** The `source` of a memory in words. One of another server stays as it is. */
export function sourceWords(source: string, t: Translate): string {
  if (isWhole(source)) return t(whole[source]);
  const { kind, name = '' } = /^(?<kind>api|import|page):(?<name>.+)$/s.exec(source)?.groups ?? {};
  if (kind === 'page') return name;
  return kind === 'api' || kind === 'import' ? t(`source.${kind}`, { name }) : source;
}
