import type { RequestEnvelope, ResponseEnvelope } from '../v1/envelope.ts';
import type { Service } from './app.ts';
import { Problem, invalid } from './problem.ts';
import type { Vouched } from './vouched.ts';

/**
 * Handles a request in an envelope, an object of strings that carries a request inside the extension. A malformed
 * envelope is 400. `signal` aborts when nobody waits for the response any more.
 */
export async function handleEnvelope(
  service: Service,
  envelope: unknown,
  vouched: Vouched,
  signal?: AbortSignal,
): Promise<ResponseEnvelope> {
  const request = requestOf(envelope, signal);
  return envelopeOf(
    request instanceof Problem ? await service.refuse(request, vouched) : await service.fetch(request, vouched),
  );
}

function requestOf(envelope: unknown, signal?: AbortSignal): Request | Problem {
  if (!isEnvelope(envelope)) return invalid('', 'must be an envelope { commonplace: 1, method, path, headers, body }');
  const { method, path, headers, body } = envelope;
  const address = `http://commonplace.invalid${path}`;
  if (!path.startsWith('/') || !URL.canParse(address)) return invalid('path', 'must be a path');
  try {
    return new Request(address, { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) });
  } catch {
    return invalid('', 'isn’t a valid request: its method, headers or body is invalid');
  }
}

function isEnvelope(value: unknown): value is RequestEnvelope {
  if (typeof value !== 'object' || value === null) return false;
  const { commonplace, method, path, headers, body } = value as Partial<Record<keyof RequestEnvelope, unknown>>;
  const headersFit =
    typeof headers === 'object' &&
    headers !== null &&
    Object.values(headers).every((value) => typeof value === 'string');
  return (
    commonplace === 1 &&
    typeof method === 'string' &&
    typeof path === 'string' &&
    headersFit &&
    (body === undefined || typeof body === 'string')
  );
}

async function envelopeOf(response: Response): Promise<ResponseEnvelope> {
  const body = await response.text();
  return {
    commonplace: 1,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    ...(body !== '' && { body }),
  };
}
