import { connect, type Socket } from 'node:net';

export interface MinimalHttp {
  /** Returns the body. Throws unless the status is a success. `path` includes the query. */
  send(method: 'GET' | 'POST', path: string, body?: object): Promise<string>;
  close(): void;
}

/** A connection that was idle for longer isn't reused, because the server may be about to close it. */
const maxIdleMs = 1_000;

/**
 * A minimal HTTP/1.1 client with keep-alive. Node's own clients would use as much CPU per request as the tested server
 * on the same machine. Responses need a Content-Length.
 */
export function minimalHttp(origin: string, headers: Record<string, string>): MinimalHttp {
  const { host, hostname, port } = new URL(origin);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const free: { socket: Socket; since: number }[] = [];

  function connection(): Socket {
    const { socket, since } = free.pop() ?? {};
    if (socket?.writable && performance.now() - since! < maxIdleMs) return socket;
    socket?.destroy();
    // Ignores errors of an idle connection: the next use finds it closed and opens another.
    return connect(Number(port), hostname)
      .setNoDelay(true)
      .on('error', () => {});
  }

  return {
    async send(method, path, body) {
      const socket = connection();
      const text = body === undefined ? '' : JSON.stringify(body);
      const length = body === undefined ? '' : `Content-Length: ${Buffer.byteLength(text)}\r\n`;
      const response = nextResponse(socket);
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${text}`);
      const { status, content } = await response;
      free.push({ socket, since: performance.now() });
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${content.slice(0, 300)}`);
      return content;
    },
    close: () => free.splice(0).forEach(({ socket }) => socket.destroy()),
  };
}

function nextResponse(socket: Socket): Promise<{ status: number; content: string }> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const read = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const [, status, length] =
        /^HTTP\/1\.1 (\d{3}).*?\r\ncontent-length: (\d+)/is.exec(received.toString('latin1', 0, headEnd)) ?? [];
      if (status === undefined) return fail(new Error('The response has no Content-Length'));
      const end = headEnd + 4 + Number(length);
      if (received.length < end) return;
      release();
      resolve({ status: Number(status), content: received.toString('utf8', headEnd + 4, end) });
    };
    const fail = (fault: Error) => {
      release();
      socket.destroy();
      reject(fault);
    };
    const closed = () => fail(new Error('The connection was closed before the response'));
    const release = () => socket.off('data', read).off('error', fail).off('close', closed);
    socket.on('data', read).on('error', fail).on('close', closed);
  });
}
