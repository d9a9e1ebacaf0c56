export { Commonplace, ConnectedCommonplace } from './commonplace.ts';
export { createCall } from './create-call.ts';
export type { Call, CallOptions } from '../call.ts';
export type { BatchResults, BatchWrites } from './batch.ts';
export type { Clock } from './clock.ts';
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
export type { RateLimitStatus } from './rate.ts';
export type { RetryBudget } from './retries.ts';
export type { LogEvent, RequestOptions } from './sender.ts';
export type { ClientOptions } from './settings.ts';
export type { Transport } from '../transport.ts';
