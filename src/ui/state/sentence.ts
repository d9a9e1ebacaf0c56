import { ConnectionError, ServiceError } from '../../client/index.ts';
import type { Translate } from '../i18n/translator.ts';

/** What went wrong as a sentence for a person: ours where something can be done about it, else the service's own. */
export function sentenceOf(failure: unknown, t: Translate): string {
  if (failure instanceof ConnectionError) return t('error.unreachable');
  if (!(failure instanceof ServiceError)) return t('error.other');
  if (failure.code === 'storage_full') return t('error.storageFull');
  return failure.message;
}
