import { Pool } from 'undici';
import type { Asked } from './asks.ts';

/** Asks a v1 server over connections that are kept; throws where the answer is no success. `base`: without `/v1`. */
export function overHttp(base: string, token: string): { ask(asked: Asked): Promise<string>; close(): Promise<void> } {
  // Of Node's clients the one that costs least: what asks shares the machine with what is measured.
  const pool = new Pool(base, { connections: 64 });
  const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    async ask({ method, path, body }) {
      const answer = await pool.request({ method, path: `/v1${path}`, headers, ...(body && { body: JSON.stringify(body) }) });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
      return text;
    },
    close: () => pool.close(),
  };
}
