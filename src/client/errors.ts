import type { ErrorCode } from '../v1/errors.ts';

/*
 * CommonplaceError          any failure
 * ├─ ServiceError           the service returned an error: `code`, `status`, `retryAfter`, `details`, …
 * │  └─ one class per code: InvalidRequest, Unauthorized, …
 * ├─ ConnectionFailed       there was no response; `mayHaveArrived`: whether the service may have got the request
 * │  └─ TimedOut            no response in time
 * ├─ MalformedResponse      the response doesn't follow v1; a write may have been carried out
 * ├─ NotOffered             the server lacks a feature that the call needs; the call wasn't sent
 * └─ AccessError            a web page has no access or has lost it: `reason`
 *
 * An aborted call rejects with the reason of its signal.
 */
export class CommonplaceError extends Error {
  override readonly name: string = 'CommonplaceError';
}

export interface ErrorDetail {
  /**
   * The invalid field, such as `tags.0`; `scope` if the token lacks a scope that the call needs; `token` if the token
   * is paused.
   */
  path: string;
  message: string;
}

/** The body of an error response. */
export interface ErrorBody {
  error?: {
    code?: string;
    message?: string;
    details?: ErrorDetail[] | undefined;
    retryAfter?: number | undefined;
  };
}

/** What an error says about its request. Never contains the query, the token or the content. */
export interface ErrorContext {
  method?: string;
  /** Without the query. */
  path?: string;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
}

export class ServiceError extends CommonplaceError {
  override readonly name: string = 'ServiceError';
  readonly status: number;
  /** One of v1's codes or the server's own; `unknown` if the response has none. */
  readonly code: ErrorCode | (string & Record<never, never>);
  readonly details: ErrorDetail[];
  /** Seconds to wait, if waiting helps. */
  readonly retryAfter: number | undefined;
  /** The `X-Request-Id` of the response. */
  readonly requestId: string | undefined;
  readonly method: string;
  /** Without the query. */
  readonly path: string;

  constructor(status: number, body?: ErrorBody, { method = '', path = '', requestId, retryAfter }: ErrorContext = {}) {
    const { code, message, details, retryAfter: seconds } = body?.error ?? {};
    super(typeof message === 'string' ? message : `The service returned status ${status}.`);
    this.status = status;
    this.code = typeof code === 'string' ? code : 'unknown';
    this.details = Array.isArray(details) ? details : [];
    // The body isn't trusted: `seconds` could be something other than a number.
    this.retryAfter = retryAfter ?? (Number.isFinite(seconds) ? seconds : undefined);
    this.requestId = requestId;
    this.method = method;
    this.path = path;
  }
}

export class InvalidRequest extends ServiceError {
  override readonly name = 'InvalidRequest';
}
export class Unauthorized extends ServiceError {
  override readonly name = 'Unauthorized';
}
export class Forbidden extends ServiceError {
  override readonly name = 'Forbidden';
}
export class QuotaExceeded extends ServiceError {
  override readonly name = 'QuotaExceeded';
}
export class NotFound extends ServiceError {
  override readonly name = 'NotFound';
}
export class MethodNotAllowed extends ServiceError {
  override readonly name = 'MethodNotAllowed';
}
export class Conflict extends ServiceError {
  override readonly name = 'Conflict';
}
export class PreconditionFailed extends ServiceError {
  override readonly name = 'PreconditionFailed';
}
export class PayloadTooLarge extends ServiceError {
  override readonly name = 'PayloadTooLarge';
}
export class UnsupportedMediaType extends ServiceError {
  override readonly name = 'UnsupportedMediaType';
}
export class RateLimited extends ServiceError {
  override readonly name = 'RateLimited';
}
export class Internal extends ServiceError {
  override readonly name = 'Internal';
}
export class Unavailable extends ServiceError {
  override readonly name = 'Unavailable';
}
export class StorageFull extends ServiceError {
  override readonly name = 'StorageFull';
}

/** The class of each code; for an unknown code, the class of the status. */
const classes: Record<ErrorCode | number, typeof ServiceError> = {
  invalid_request: InvalidRequest,
  unauthorized: Unauthorized,
  forbidden: Forbidden,
  quota_exceeded: QuotaExceeded,
  not_found: NotFound,
  method_not_allowed: MethodNotAllowed,
  conflict: Conflict,
  precondition_failed: PreconditionFailed,
  payload_too_large: PayloadTooLarge,
  unsupported_media_type: UnsupportedMediaType,
  rate_limited: RateLimited,
  internal: Internal,
  unavailable: Unavailable,
  storage_full: StorageFull,
  400: InvalidRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  410: NotFound,
  405: MethodNotAllowed,
  408: InvalidRequest,
  409: Conflict,
  412: PreconditionFailed,
  413: PayloadTooLarge,
  414: InvalidRequest,
  415: UnsupportedMediaType,
  421: InvalidRequest,
  429: RateLimited,
  431: InvalidRequest,
  500: Internal,
  503: Unavailable,
  507: StorageFull,
};

/** The class of an error with this code and status. */
export function errorClass(code: unknown, status: number): typeof ServiceError {
  const isKnown = typeof code === 'string' && Object.hasOwn(classes, code);
  return classes[isKnown ? (code as ErrorCode) : status] ?? ServiceError;
}

/** There was no response. */
export class ConnectionFailed extends CommonplaceError {
  override readonly name: string = 'ConnectionFailed';
  /** False if the request certainly didn't reach the service. If true, a write may have been carried out. */
  readonly mayHaveArrived: boolean;
  method = '';
  /** Without the query. */
  path = '';

  constructor(message: string, { mayHaveArrived = true, cause }: { mayHaveArrived?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** The response didn't arrive in time. */
export class TimedOut extends ConnectionFailed {
  override readonly name = 'TimedOut';
}

/** The response doesn't follow v1. A write may have been carried out. */
export class MalformedResponse extends CommonplaceError {
  override readonly name = 'MalformedResponse';
}

/** The server lacks a feature that the call needs. The call wasn't sent. */
export class NotOffered extends CommonplaceError {
  override readonly name = 'NotOffered';
  /** The v1 extension that the server lacks. Undefined if the server offers no extensions. */
  readonly extension: string | undefined;

  constructor(message: string, extension?: string) {
    super(message);
    this.extension = extension;
  }
}

/** `disconnected`: the page itself ended the connection. */
export type AccessReason = 'denied' | 'revoked' | 'expired' | 'paused' | 'disconnected';

const accessSentences: Record<AccessReason, string> = {
  denied: 'You were not given access to Commonplace.',
  revoked: 'Access to Commonplace was revoked.',
  expired: 'Access to Commonplace has expired.',
  paused: 'Access to Commonplace is paused.',
  disconnected: 'This page has disconnected from Commonplace.',
};

/** A web page has no access to the user's memories, or has lost it. */
export class AccessError extends CommonplaceError {
  override readonly name = 'AccessError';
  readonly reason: AccessReason;

  constructor(reason: AccessReason) {
    super(accessSentences[reason]);
    this.reason = reason;
  }
}
