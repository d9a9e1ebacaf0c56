import type { ErrorCode } from '../v1/errors.ts';
import type { ErrorAnswer, ErrorDetail } from '../v1/schemas/error.ts';

/*
 * CommonplaceError          any failure
 * ├─ ServiceError           the service returned an error: `code`, `status`, `retryAfter`, `details`
 * ├─ AccessError            a web page has no access, or no longer: `reason`
 * └─ ConnectionError        there was no answer; the request may have been carried out
 */
export class CommonplaceError extends Error {
  override readonly name: string = 'CommonplaceError';
}

export class ServiceError extends CommonplaceError {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** One of v1's codes; `unknown` if the response has none. */
  readonly code: ErrorCode | 'unknown';
  readonly details: ErrorDetail[];
  /** Whole seconds to wait, if waiting helps. */
  readonly retryAfter: number | undefined;

  constructor(status: number, answer: Partial<ErrorAnswer> | undefined) {
    super(answer?.error?.message ?? `The service answered ${status}.`);
    this.status = status;
    this.code = answer?.error?.code ?? 'unknown';
    this.details = answer?.error?.details ?? [];
    this.retryAfter = answer?.error?.retryAfter;
  }
}

export class ConnectionError extends CommonplaceError {
  override readonly name = 'ConnectionError';
}

/** `disconnected`: by the page itself. */
export type AccessReason = 'denied' | 'revoked' | 'expired' | 'paused' | 'disconnected';

const accessSentences: Record<AccessReason, string> = {
  denied: 'You were not given access to Commonplace.',
  revoked: 'Access to Commonplace was revoked.',
  expired: 'Access to Commonplace has expired.',
  paused: 'Access to Commonplace is paused.',
  disconnected: 'This page has disconnected from Commonplace.',
};

/** A web page has no access to the person's memories, or no more. */
export class AccessError extends CommonplaceError {
  override readonly name = 'AccessError';
  readonly reason: AccessReason;

  constructor(reason: AccessReason) {
    super(accessSentences[reason]);
    this.reason = reason;
  }
}
