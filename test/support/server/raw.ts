import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

export interface Wire {
  send(text: string | Uint8Array): void;
  /** The next response; rejects if the connection closes before the response is complete. */
  answer(): Promise<RawAnswer>;
  closed: Promise<void>;
  socket: Socket;
}

/**
 * Opens a connection to a server on this machine. `localAddress`: the client’s address; default: the system’s choice.
 */
export async function wire(port: number, localAddress?: string): Promise<Wire> {
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress !== undefined && { localAddress }) });
  // A reset also closes the connection, so it needs no handling of its own.
  socket.on('error', () => {});
  let received = Buffer.alloc(0);
  let ended = false;
  let wake = () => {};
  socket.on('data', (part: Buffer) => {
    received = Buffer.concat([received, part]);
    wake();
  });
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      ended = true;
      wake();
      resolve();
    });
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    closed,
    send: (text) => void socket.write(text),
    async answer() {
      for (;;) {
        const found = answerIn(received);
        if (found !== undefined) {
          received = received.subarray(found.length);
          return found.answer;
        }
        if (ended) throw new Error(`Closed before an answer: ${received.toString('latin1')}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** Sends one request and returns the response, even if the request is incomplete. */
export async function rawRequest(port: number, text: string | Uint8Array): Promise<RawAnswer> {
  const { send, answer, socket } = await wire(port);
  send(text);
  try {
    return await answer();
  } finally {
    socket.destroy();
  }
}

/** The first complete response in the bytes, and its length in bytes. */
function answerIn(bytes: Buffer): { answer: RawAnswer; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Headers(
    lines.map(
      (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as [string, string],
    ),
  );
  const status = Number(statusLine.split(' ')[1]);
  const length = end + 4 + (status === 204 ? 0 : Number(headers.get('content-length') ?? 0));
  if (bytes.length < length) return undefined;
  return { answer: { status, headers, body: bytes.subarray(end + 4, length).toString('utf8') }, length };
}
