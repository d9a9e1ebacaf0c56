import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerOver, type CallerLimits } from '../../../src/client/transports/caller.ts';
import { engineLock, type ChannelEvents, type OpenChannel } from '../../../src/client/transports/link.ts';
import type { RequestEnvelope } from '../../../src/v1/envelope.ts';

const limits: CallerLimits = { answerMs: 400, readyMs: 20, pauseMs: 1, sends: 3 };

const get: RequestEnvelope = { commonplace: 1, method: 'GET', path: '/v1/usage', headers: {} };
const search: RequestEnvelope = {
  commonplace: 1,
  method: 'POST',
  path: '/v1/memories/search',
  headers: {},
  body: '{"query":"x"}',
};
const save: RequestEnvelope = {
  commonplace: 1,
  method: 'POST',
  path: '/v1/memories',
  headers: {},
  body: '{"content":"x"}',
};
const keyed: RequestEnvelope = { ...save, headers: { 'Idempotency-Key': 'k' } };

type Behaviour = 'answers' | 'fails' | 'dies' | 'is silent' | 'never gets ready' | 'cannot be opened';

/** A stand-in for a port to the engine. Each opening uses the next behaviour of a list; the last behaviour repeats. */
class Engine {
  opened = 0;
  received: string[] = [];
  #release = () => {};
  readonly #behaviours: Behaviour[];

  constructor(...behaviours: Behaviour[]) {
    this.#behaviours = behaviours;
  }

  open: OpenChannel = async (events: ChannelEvents) => {
    const behaviour = this.#behaviours[Math.min(this.opened++, this.#behaviours.length - 1)];
    if (behaviour === 'cannot be opened') throw new Error('nobody there');
    if (behaviour !== 'never gets ready') {
      await this.#lock();
      queueMicrotask(() => events.reply({ ready: true }));
    }
    const post = (message: object) => {
      if ('cancel' in message) return;
      const { id, request } = message as { id: number; request: RequestEnvelope };
      this.received.push(`${request.method} ${request.path}`);
      if (behaviour === 'answers') events.reply({ id, answer: { commonplace: 1, status: 200, headers: {} } });
      if (behaviour === 'fails') events.reply({ id, fault: 'There is no such model.' });
      if (behaviour === 'dies') this.die();
    };
    return { post, close: () => {} };
  };

  /** Releases the lock, as a browser does when a worker ends. */
  die(): void {
    this.#release();
  }

  async #lock(): Promise<void> {
    const locked = Promise.withResolvers<void>();
    this.#release();
    void navigator.locks.request(engineLock, () => {
      locked.resolve();
      return new Promise<void>((resolve) => (this.#release = resolve));
    });
    await locked.promise;
  }
}

describe('a caller of the engine', () => {
  let engine: Engine;

  const callerOf = (...behaviours: Behaviour[]) => {
    engine = new Engine(...behaviours);
    const ask = callerOver<{ request: RequestEnvelope }>(engine.open, limits);
    return (request: RequestEnvelope, signal?: AbortSignal) => ask({ request }, { signal });
  };

  beforeEach(() => {
    engine = new Engine('answers');
  });
  afterEach(() => engine.die());

  it('uses one link for all calls', async () => {
    const ask = callerOf('answers');
    const answers = await Promise.all([ask(get), ask(save), ask(search)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(engine.opened).toBe(1);
  });

  it('sends over an open link synchronously', async () => {
    const ask = callerOf('answers');
    await ask(get);
    const answer = ask(search);
    expect(engine.received).toEqual(['GET /v1/usage', 'POST /v1/memories/search']);
    await answer;
  });

  it.each([['never gets ready'], ['cannot be opened']] as const)('tries again if the engine %s', async (behaviour) => {
    const ask = callerOf(behaviour, behaviour, 'answers');
    expect((await ask(save)).status).toBe(200);
    expect(engine.opened).toBe(3);
    expect(engine.received).toEqual(['POST /v1/memories']);
  });

  it.each([
    ['a read', get],
    ['a search', search],
    ['a save with an idempotency key', keyed],
  ])('resends %s if the engine dies before it responds', async (_, request) => {
    const ask = callerOf('dies', 'answers');
    expect((await ask(request)).status).toBe(200);
    expect(engine.received).toHaveLength(2);
  });

  it('doesn’t resend a save without an idempotency key, because the first may have succeeded', async () => {
    const ask = callerOf('dies', 'answers');
    await expect(ask(save)).rejects.toMatchObject({ name: 'ConnectionFailed' });
    expect(engine.received).toEqual(['POST /v1/memories']);
    expect((await ask(get)).status).toBe(200);
  });

  it('doesn’t resend a call that the engine answered with an error', async () => {
    const ask = callerOf('fails');
    await expect(ask(get)).rejects.toThrow('There is no such model.');
    expect(engine.received).toHaveLength(1);
  });

  it('gives up after the engine has died three times', async () => {
    const ask = callerOf('dies');
    await expect(ask(get)).rejects.toMatchObject({ name: 'ConnectionFailed' });
    expect(engine.received).toHaveLength(3);
  });

  it('gives up on a call that gets no answer, and opens a new link for the next call', async () => {
    const ask = callerOf('is silent', 'answers');
    await expect(ask(get)).rejects.toMatchObject({
      name: 'ConnectionFailed',
      message: "Commonplace didn't respond in time.",
    });
    expect((await ask(get)).status).toBe(200);
    expect(engine.opened).toBe(2);
  });

  it('rejects an aborted call at once, with the signal’s reason', async () => {
    const ask = callerOf('is silent');
    const stop = new AbortController();
    const call = ask(get, stop.signal);
    stop.abort(new Error('typed on'));
    await expect(call).rejects.toThrow('typed on');
  });
});
