import { headers } from '../v1/headers.ts';
import { errorCodes, type ErrorCode } from '../v1/errors.ts';
import type { ErrorAnswer, ErrorDetail } from '../v1/schemas/error.ts';
import type { Scope } from '../v1/scopes.ts';
import { StorageFull, StoreUnavailable } from './ports/failures.ts';

interface ProblemParts {
  details?: ErrorDetail[];
  /** Whole seconds. */
  retryAfter?: number;
  headers?: Record<string, string>;
  /** One of the HTTP statuses of the error code; default: the first. */
  status?: number;
}

/** An error of the contract. Thrown anywhere in the service; becomes a response with its status and body. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly parts: ProblemParts;

  constructor(code: ErrorCode, message: string, parts: ProblemParts = {}) {
    super(message);
    this.code = code;
    this.parts = parts;
  }

  get status(): number {
    return this.parts.status ?? errorCodes[this.code].statuses[0];
  }

  get body(): ErrorAnswer {
    const { details, retryAfter } = this.parts;
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(details && { details }),
        ...(retryAfter !== undefined && { retryAfter }),
      },
    };
  }

  get headers(): Record<string, string> {
    const { retryAfter, headers: more } = this.parts;
    return { ...more, ...(retryAfter !== undefined && { [headers.retryAfter]: String(retryAfter) }) };
  }
}

/** Converts any thrown value to a problem; an unknown one becomes `internal`, without its message. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof StorageFull)
    return new Problem('storage_full', 'The storage is full: nothing was saved. Free some space and try again.');
  if (thrown instanceof StoreUnavailable) return new Problem('unavailable', thrown.message);
  return new Problem('internal', 'Internal error. If this was a change, check whether it was saved.');
}

export function invalid(path: string, message: string): Problem {
  return invalidRequest([{ path, message }]);
}

export function invalidRequest(details: ErrorDetail[]): Problem {
  const first = details[0];
  const message =
    first === undefined
      ? 'The request is not valid.'
      : `The request is not valid: ${first.path === '' ? 'the body' : first.path} ${first.message}.`;
  return new Problem('invalid_request', message, { details });
}

/** The same error for a missing and for an invisible resource. */
export function notFound(): Problem {
  return new Problem('not_found', 'Not found.');
}

export function unauthorized(): Problem {
  return new Problem('unauthorized', 'A valid access token is required.', {
    headers: { [headers.authenticate]: 'Bearer' },
  });
}

export function scopeMissing(scope: Scope): Problem {
  return new Problem('forbidden', `This token lacks the scope ${scope}.`, {
    details: [{ path: 'scope', message: scope }],
  });
}

export function tokenPaused(): Problem {
  return new Problem('forbidden', 'This token is paused.', { details: [{ path: 'token', message: 'paused' }] });
}

export function forbidden(message: string): Problem {
  return new Problem('forbidden', message);
}

export function rateLimited(seconds: number): Problem {
  return new Problem('rate_limited', `Too many requests. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
    retryAfter: seconds,
  });
}
