import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectToService, holdResponses, stopTime, type TestConnection } from './connection.ts';
import { libraryOn } from './library/library-on.ts';
import { popupOn } from './popup/screen.ts';

beforeEach(stopTime);
afterEach(() => void vi.useRealTimers());

/** How each screen opens, and the path of a request that isn't for its list. */
const screens = {
  popup: { open: (connection: TestConnection) => popupOn(undefined, connection).open(), rest: '/v1/usage' },
  library: { open: (connection: TestConnection) => libraryOn(connection).refresh(), rest: '/v1/tags' },
};

describe.each(['popup', 'library'] as const)('opening the %s', (name) => {
  /** Opens the screen. Responses to requests for the list wait for `release`. */
  async function open() {
    const connection = connectToService();
    const held = holdResponses();
    connection.handleWith((request, pass) =>
      request.path.startsWith('/v1/memories?limit=') ? held.handler(request, pass) : pass(),
    );
    void screens[name].open(connection);
    await connection.untilIdle(1);
    const asksForRest = () => connection.sent.some(({ path }) => path.startsWith(screens[name].rest));
    return { connection, asksForRest, release: () => held.release(0) };
  }

  it('asks for the rest once the list has arrived', async () => {
    const { connection, asksForRest, release } = await open();
    expect(asksForRest()).toBe(false);
    release();
    await connection.untilIdle();
    expect(asksForRest()).toBe(true);
  });

  it('asks for the rest after 100 ms even if the list has not arrived', async () => {
    const { connection, asksForRest } = await open();
    await vi.advanceTimersByTimeAsync(99);
    expect(asksForRest()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await connection.untilIdle(1);
    expect(asksForRest()).toBe(true);
  });
});
