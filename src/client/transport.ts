import type { RequestEnvelope, ResponseEnvelope } from '../v1/envelope.ts';

/**
 * Carries one v1 request and returns its response, of any status.
 * Rejects only if there is no response; the request may then have been carried out.
 */
export type Transport = (
  request: RequestEnvelope,
  options?: { signal?: AbortSignal | undefined },
) => Promise<ResponseEnvelope>;
