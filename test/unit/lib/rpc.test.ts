import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  answerCalls,
  CallFailed,
  connectPeer,
  PeerGone,
  type Cancel,
  type NumberedCall,
  type Peer,
  type Reply,
} from '../../../src/lib/rpc.ts';

interface Sum {
  add: [number, number];
}

const lock = 'rpc-test';
let sent: NumberedCall<Sum>[];
let cancelled: Cancel['cancel'][];
let endCauses: Error[];
let peer: Peer<Sum, number>;
let die: () => void;

beforeEach(async () => {
  [sent, cancelled, endCauses] = [[], [], []];
  peer = connectPeer<Sum, number>({
    lock,
    send: (message) => ('cancel' in message ? cancelled.push(message.cancel) : sent.push(message)),
    onEnd: (cause) => endCauses.push(cause),
  });
  const locked = Promise.withResolvers<void>();
  void navigator.locks.request(lock, () => {
    locked.resolve();
    return new Promise<void>((resolve) => (die = resolve));
  });
  await locked.promise;
});

afterEach(() => die());

const add = (a: number, b: number, signal?: AbortSignal) => peer.call({ add: [a, b] }, signal);
const idOf = (index: number) => sent[index]?.id ?? NaN;

test('matches replies to calls in any order', async () => {
  const [three, seven] = [add(1, 2), add(3, 4)];
  expect(peer.callsInFlight).toBe(2);
  peer.receive({ id: idOf(1), answer: 7 });
  peer.receive({ id: idOf(0), answer: 3 });
  expect(await Promise.all([three, seven])).toEqual([3, 7]);
  expect(peer.callsInFlight).toBe(0);
});

test('ignores a reply without an open call', async () => {
  const sum = add(1, 2);
  peer.receive({ id: 99, answer: 0 });
  peer.receive({ id: idOf(0), answer: 3 });
  peer.receive({ id: idOf(0), fault: 'too late' });
  expect(await sum).toBe(3);
});

test('rejects only the call that failed', async () => {
  const [first, second] = [add(1, 2), add(3, 4)];
  peer.receive({ id: idOf(0), fault: 'No sums today.' });
  peer.receive({ id: idOf(1), answer: 7 });
  await expect(first).rejects.toEqual(new CallFailed('No sums today.'));
  expect(await second).toBe(7);
});

test('rejects open and later calls once the lock of a ready peer is released', async () => {
  peer.receive({ ready: true });
  await peer.ready(10_000);
  const sum = add(1, 2);
  die();
  await expect(sum).rejects.toBeInstanceOf(PeerGone);
  await expect(add(1, 2)).rejects.toBeInstanceOf(PeerGone);
  expect(endCauses).toHaveLength(1);
  expect(sent).toHaveLength(1);
});

test('ignores the lock until the peer is ready', async () => {
  const sum = add(1, 2);
  die();
  await navigator.locks.request(lock, () => {});
  peer.receive({ id: idOf(0), answer: 3 });
  expect(await sum).toBe(3);
});

test('gives up on a peer that isn’t ready in time', async () => {
  await expect(peer.ready(1)).rejects.toBeInstanceOf(PeerGone);
  expect(endCauses).toHaveLength(1);
});

test('keeps a peer that was ready in time', async () => {
  const ready = peer.ready(1);
  peer.receive({ ready: true });
  await ready;
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(endCauses).toEqual([]);
});

test('keeps a peer that was ready before the first wait', async () => {
  peer.receive({ ready: true });
  await peer.ready(1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(endCauses).toEqual([]);
});

test('ends once, with the first cause', async () => {
  const sum = add(1, 2);
  peer.end(new Error('refused'));
  peer.end(new Error('again'));
  await expect(sum).rejects.toThrow('refused');
  expect(endCauses.map(String)).toEqual(['Error: refused']);
});

test('rejects an aborted call with the signal’s reason and forgets it', async () => {
  const stop = new AbortController();
  const sum = add(1, 2, stop.signal);
  stop.abort(new Error('typed on'));
  await expect(sum).rejects.toThrow('typed on');
  expect(peer.callsInFlight).toBe(0);
  await expect(add(1, 2, stop.signal)).rejects.toThrow('typed on');
  expect(sent).toHaveLength(1);
});

test('sends a cancel only for an aborted call', async () => {
  const stop = new AbortController();
  const [aborted, done] = [add(1, 2, stop.signal), add(3, 4, stop.signal)];
  peer.receive({ id: idOf(1), answer: 7 });
  await done;
  stop.abort(new Error('typed on'));
  await expect(aborted).rejects.toThrow('typed on');
  expect(cancelled).toEqual([idOf(0)]);
});

test('sends no cancel to a peer that is gone', async () => {
  const stop = new AbortController();
  const sum = add(1, 2, stop.signal);
  peer.end();
  stop.abort(new Error('typed on'));
  await expect(sum).rejects.toBeInstanceOf(PeerGone);
  expect(cancelled).toEqual([]);
});

test('rejects and forgets a call that can’t be sent', async () => {
  peer = connectPeer<Sum, number>({
    lock,
    send() {
      throw new Error('The port is closed.');
    },
    onEnd() {},
  });
  await expect(add(1, 2)).rejects.toThrow('The port is closed.');
  expect(peer.callsInFlight).toBe(0);
});

test('replies to each call with its result or its failure', async () => {
  const replies: Reply<number>[] = [];
  const answer = answerCalls(
    (reply) => replies.push(reply),
    async ({ add: [a, b] }: Sum) => {
      if (b === 0) throw new Error('Nothing to add.');
      return a + b;
    },
  );
  await answer({ id: 1, add: [1, 2] });
  await answer({ id: 2, add: [1, 0] });
  expect(replies).toEqual([
    { id: 1, answer: 3 },
    { id: 2, fault: 'Nothing to add.' },
  ]);
});

test.each([
  ['one call', 1, [true, false]],
  ['every call', 'all', [true, true]],
  ['no open call', 7, [false, false]],
] as const)('a cancel aborts the signals of the calls that it names: %s', async (_, cancel, expected) => {
  const signals: AbortSignal[] = [];
  const answer = answerCalls<Sum, number>(
    () => {},
    (_, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  );
  for (const id of [1, 2]) void answer({ id, add: [1, 2] });
  await answer({ cancel });
  expect(signals.map(({ aborted }) => aborted)).toEqual(expected);
});
