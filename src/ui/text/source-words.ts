import type { Translate } from '../i18n/translator.ts';

/** Sources without a name in them, and the keys of their texts. */
const fixedSources = {
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

const isFixedSource = (source: string): source is keyof typeof fixedSources => Object.hasOwn(fixedSources, source);

/** The `source` of a memory in words. Returns an unknown source, such as that of another server, unchanged. */
export function sourceWords(source: string, t: Translate): string {
  if (isFixedSource(source)) return t(fixedSources[source]);
  const { kind, name = '' } = /^(?<kind>api|import|page):(?<name>.+)$/s.exec(source)?.groups ?? {};
  if (kind === 'page') return name;
  return kind === 'api' || kind === 'import' ? t(`source.${kind}`, { name }) : source;
}
