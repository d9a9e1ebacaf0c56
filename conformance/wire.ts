import type { Transport } from '../src/client/transport.ts';

/** `body` is raw text, so it may be invalid. */
export interface Sent {
  method: string;
  /** Starts with `/v1` and includes the query. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
  token?: string | undefined;
}

export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
  /** Undefined unless `text` is JSON. */
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
