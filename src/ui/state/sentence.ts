import { ConnectionFailed, MalformedResponse, ServiceError } from '../../client/index.ts';
import type { ErrorCode } from '../../v1/errors.ts';
import type { Translate } from '../i18n/translator.ts';

/** A failure whose message is already a sentence for the user. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
}

/** Whether the service refused a request with this code. */
export const hasCode = (failure: unknown, code: ErrorCode): failure is ServiceError =>
  failure instanceof ServiceError && failure.code === code;

/** The longest wait that is given in seconds; a longer one is given in minutes. */
const maxWaitInSeconds = 90;

interface WaitMessages {
  inSeconds: 'error.limitedSeconds' | 'job.waitingSeconds';
  inMinutes: 'error.limitedMinutes' | 'job.waitingMinutes';
}

/** The message that says how long to wait. `seconds`: a whole number. */
export const waitSentence = (t: Translate, seconds: number, { inSeconds, inMinutes }: WaitMessages): string =>
  seconds <= maxWaitInSeconds ? t(inSeconds, { count: seconds }) : t(inMinutes, { count: Math.ceil(seconds / 60) });

/** A failure as a sentence for the user: the UI's text for it, else the service's message. */
export function sentenceOf(failure: unknown, t: Translate): string {
  if (failure instanceof ConnectionFailed || failure instanceof MalformedResponse) return t('error.unreachable');
  if (failure instanceof UserFacingError) return failure.message;
  if (!(failure instanceof ServiceError)) return t('error.other');
  if (failure.code === 'storage_full') return t('error.storageFull');
  if (failure.code === 'rate_limited' && failure.retryAfter !== undefined)
    return waitSentence(t, Math.max(1, Math.ceil(failure.retryAfter)), {
      inSeconds: 'error.limitedSeconds',
      inMinutes: 'error.limitedMinutes',
    });
  return failure.message;
}
