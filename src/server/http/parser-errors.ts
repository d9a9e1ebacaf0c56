import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Service } from '../../service/app.ts';
import type { Problem } from '../../service/problem.ts';
import type { Log } from '../log.ts';
import { refusals } from './refusals.ts';
import { requestIdHeader } from './headers.ts';
import { peerAddress } from './client-address.ts';
import type { Sockets } from './sockets.ts';

/** How long a refused client may take to read the response. */
const lingerMs = 1_000;

type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/**
 * Sends the service's error body for a request that the HTTP parser can't read or that arrives too slowly. Sends it
 * after the responses to earlier requests of the connection, or only closes the connection if that fails.
 */
export function answerParserErrors(server: Server, service: Service, sockets: Sockets, log: Log): void {
  server.on('clientError', (parserError: ParserError, socket: Socket) => {
    void refuse(parserError, socket).catch(() => socket.destroy());
  });

  async function refuse(error: ParserError, socket: Socket): Promise<void> {
    const canRespond = await sockets.answered(socket);
    if (error.code === 'ECONNRESET' || !canRespond || !socket.writable) return void socket.destroy();
    const response = await service.refuse(problemOf(error), { address: peerAddress(socket) });
    const id = randomUUID();
    log.info({ status: response.status, request: id }, 'answered');
    socket.end(await serialized(response, id));
    // Not the socket's own timeout: each further byte would restart it.
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }
}

function problemOf({ code, rawPacket }: ParserError): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusals.tooSlow();
  if (code !== 'HPE_HEADER_OVERFLOW') return refusals.notHttp();
  return isInUrl(rawPacket) ? refusals.urlTooLong() : refusals.headersTooLarge();
}

/** Whether the URL, and not the headers, is too long for the parser. Only the last packet is known. */
function isInUrl(packet: Buffer = Buffer.alloc(0)): boolean {
  const end = packet.indexOf('\r\n');
  return end === -1 || / HTTP\/\d\.\d$/.test(packet.toString('latin1', 0, end));
}

async function serialized(response: Response, id: string): Promise<string> {
  const body = await response.text();
  const headers = {
    ...Object.fromEntries(response.headers),
    'content-length': String(Buffer.byteLength(body)),
    [requestIdHeader.toLowerCase()]: id,
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`, ...lines, '', body].join('\r\n');
}
