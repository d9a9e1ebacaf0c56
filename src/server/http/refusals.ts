import { Problem } from '../../service/problem.ts';
import { requestSizes } from './limits.ts';

const invalid = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Problem('invalid_request', message, { status, headers });

/** The errors of requests that are refused before they reach the service. */
export const refusals = {
  notHttp: () => invalid(400, "This isn't an HTTP/1.1 request.", { Connection: 'close' }),
  target: () => invalid(400, 'The request URL is invalid.'),
  hostMissing: () => invalid(400, 'The request must have one Host header.'),
  tooSlow: () => invalid(408, 'The request took too long to arrive.', { Connection: 'close' }),
  urlTooLong: () => invalid(414, `The URL must be at most ${requestSizes.urlBytes} bytes.`, { Connection: 'close' }),
  wrongHost: () =>
    invalid(421, "This server doesn't answer under this host name. Allow it on the server with --allow-host."),
  headersTooLarge: () =>
    invalid(
      431,
      `The headers must be at most ${requestSizes.headerFields} fields and ${requestSizes.headerBytes} bytes.`,
      { Connection: 'close' },
    ),
  compressed: () =>
    new Problem('unsupported_media_type', 'The body must not be compressed.', {
      headers: { 'Accept-Encoding': 'identity' },
    }),
};
