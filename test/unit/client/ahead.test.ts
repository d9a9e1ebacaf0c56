import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendAhead } from '../../../src/client/transports/ahead.ts';
import type { RequestEnvelope } from '../../../src/v1/envelope.ts';
import { recentPath } from '../../../src/ui/state/recent-path.ts';
import { page, popupOn } from '../ui/popup/screen.ts';

const request = (path: string): RequestEnvelope => ({ commonplace: 1, method: 'GET', path, headers: {} });

function connection() {
  const sent: string[] = [];
  const transport = async ({ path }: RequestEnvelope) => {
    sent.push(path);
    return { commonplace: 1 as const, status: 200, headers: {}, body: String(sent.length) };
  };
  return { sent, transport };
}

afterEach(() => vi.useRealTimers());

describe('a request sent ahead', () => {
  it('is used for the first request that equals it, and for no other', async () => {
    const { sent, transport } = connection();
    const ahead = sendAhead(transport, { method: 'GET', path: '/a' });
    expect(sent).toEqual(['/a']);
    expect((await ahead(request('/b'))).body).toBe('2');
    expect((await ahead(request('/a'))).body).toBe('1');
    expect((await ahead(request('/a'))).body).toBe('3');
  });

  it('is not used after two seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { transport } = connection();
    const ahead = sendAhead(transport, { method: 'GET', path: '/a' });
    vi.advanceTimersByTime(2_001);
    expect((await ahead(request('/a'))).body).toBe('2');
  });

  it('passes its failure to the request that uses it', async () => {
    const ahead = sendAhead(() => Promise.reject(new Error('gone')), { method: 'GET', path: '/a' });
    await expect(ahead(request('/a'))).rejects.toThrow('gone');
  });

  it('has a path that the popup requests', async () => {
    const popup = popupOn(page);
    await popup.open();
    expect(popup.connection.sent.map(({ method, path }) => `${method} ${path}`)).toContain(`GET ${recentPath}`);
  });
});
