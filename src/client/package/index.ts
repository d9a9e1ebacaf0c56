export { Commonplace, ConnectedCommonplace } from './commonplace.ts';
export { createCall } from './create-call.ts';
export type { Call, CallOptions } from '../call.ts';
export type { BatchResults, BatchWrites } from '../sending/batch.ts';
export type { Clock } from '../sending/clock.ts';
export type * from '../contract.ts';
export {
  AccessError,
  CommonplaceError,
  Conflict,
  ConnectionFailed,
  Forbidden,
  Internal,
  InvalidRequest,
  MalformedResponse,
  MethodNotAllowed,
  NotFound,
  NotOffered,
  PayloadTooLarge,
  PreconditionFailed,
  QuotaExceeded,
  RateLimited,
  ServiceError,
  StorageFull,
  TimedOut,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
} from '../errors.ts';
export type { AccessReason, ErrorDetail } from '../errors.ts';
export type { Listing } from '../listing.ts';
export * from '../operations.ts';
export { formatForPrompt } from './prompt.ts';
export type { PromptOptions } from './prompt.ts';
export type { ConnectOptions } from '../page/connect.ts';
export type { RateLimitStatus } from '../sending/rate.ts';
export type { RetryBudget } from '../sending/retries.ts';
export type { LogEvent, RequestOptions } from '../sending/sender.ts';
export type { ClientOptions } from './settings.ts';
export type { Transport } from '../transport.ts';
