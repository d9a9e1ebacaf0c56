import type { Transport } from '../src/client/transport.ts';

/** A request as it goes out. `body` is the text itself, so that it may be anything. */
export interface Sent {
  method: string;
  /** With `/v1` and the query. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sent as `Authorization: Bearer …`. */
  token?: string | undefined;
}

export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
  /** The parsed text; undefined where there is none, or none that is JSON. */
  body: unknown;
}

export async function sendOver(transport: Transport, sent: Sent): Promise<Answer> {
  const authorization: Record<string, string> =
    sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` };
  const {
    status,
    headers,
    body: text = '',
  } = await transport({
    commonplace: 1,
    method: sent.method,
    path: sent.path,
    headers: { ...authorization, ...sent.headers },
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
  return { status, headers, text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
