import { ServiceError } from '../../client/index.ts';
import type { ResponseEnvelope } from '../../v1/envelope.ts';
import type { ErrorAnswer } from '../../v1/schemas/error.ts';

/** What a response means for a row in the inbox. */
export type Decision =
  | { state: 'saved'; answer: ResponseEnvelope }
  /** Sending the row again may help, after `seconds` if the service gives a time. `sentence`: the service's reason. */
  | { state: 'waiting'; seconds?: number; sentence?: string }
  | { state: 'refused'; sentence: string };

/** The statuses below 500 after which the same request may succeed later. */
const temporary = new Set([408, 429]);

export function decisionOf(answer: ResponseEnvelope): Decision {
  if (answer.status >= 200 && answer.status < 300) return { state: 'saved', answer };
  const { status, retryAfter, message } = new ServiceError(answer.status, errorOf(answer));
  if (status >= 500 || temporary.has(status) || retryAfter !== undefined)
    return { state: 'waiting', sentence: message, ...(retryAfter !== undefined && { seconds: retryAfter }) };
  return { state: 'refused', sentence: message };
}

function errorOf({ body }: ResponseEnvelope): Partial<ErrorAnswer> | undefined {
  try {
    return JSON.parse(body ?? '') as ErrorAnswer;
  } catch {
    return undefined;
  }
}
