import { Agent, request } from 'node:http';
import type { Asked } from './asks.ts';

/** Asks a v1 server over connections that are kept; throws where the answer is no success. `base`: without `/v1`. */
export function overHttp(base: string, token: string): { ask(asked: Asked): Promise<string>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    ask: ({ method, path, body }) =>
      new Promise((resolve, reject) => {
        const text = body && JSON.stringify(body);
        const headers = { 'authorization': `Bearer ${token}`, ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }) };
        const sent = request(`${base}/v1${path}`, { agent, method, headers }, (answer) => {
          let all = '';
          answer.setEncoding('utf8').on('data', (part: string) => (all += part)).on('error', reject);
          answer.on('end', () => (answer.statusCode! < 300 ? resolve(all) : reject(new Error(`${method} ${path}: ${answer.statusCode} ${all.slice(0, 300)}`))));
        });
        sent.on('error', reject).end(text);
      }),
    close: () => agent.destroy(),
  };
}
