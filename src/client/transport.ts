import type { RequestEnvelope, ResponseEnvelope } from '../v1/envelope.ts';

/**
 * Carries one v1 request and brings its answer, whatever the status.
 * Rejects only where there was no answer, and then it is not known whether the request was carried out.
 */
export type Transport = (
  request: RequestEnvelope,
  options?: { signal?: AbortSignal | undefined },
) => Promise<ResponseEnvelope>;
