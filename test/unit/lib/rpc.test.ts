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
let ended: Error[];
let peer: Peer<Sum, number>;
let die: () => void;

beforeEach(async () => {
  [sent, cancelled, ended] = [[], [], []];
  peer = connectPeer<Sum, number>({
    lock,
    send: (message) => ('cancel' in message ? cancelled.push(message.cancel) : sent.push(message)),
    onEnd: (cause) => ended.push(cause),
  });
  const held = Promise.withResolvers<void>();
  void navigator.locks.request(lock, () => {
    held.resolve();
    return new Promise<void>((resolve) => (die = resolve));
  });
  await held.promise;
});

afterEach(() => die());

const add = (one: number, other: number, signal?: AbortSignal) => peer.call({ add: [one, other] }, signal);
const idOf = (index: number) => sent[index]?.id ?? NaN;

test('matches replies to calls, in whatever order they come', async () => {
  const [three, seven] = [add(1, 2), add(3, 4)];
  expect(peer.open).toBe(2);
  peer.receive({ id: idOf(1), answer: 7 });
  peer.receive({ id: idOf(0), answer: 3 });
  expect(await Promise.all([three, seven])).toEqual([3, 7]);
  expect(peer.open).toBe(0);
});

test('ignores a reply that nobody waits for', async () => {
  const sum = add(1, 2);
  peer.receive({ id: 99, answer: 0 });
  peer.receive({ id: idOf(0), answer: 3 });
  peer.receive({ id: idOf(0), fault: 'too late' });
  expect(await sum).toBe(3);
});

test('a fault rejects its own call alone', async () => {
  const [first, second] = [add(1, 2), add(3, 4)];
  peer.receive({ id: idOf(0), fault: 'No sums today.' });
  peer.receive({ id: idOf(1), answer: 7 });
  await expect(first).rejects.toEqual(new CallFailed('No sums today.'));
  expect(await second).toBe(7);
});

test('the released lock ends a ready peer, its open calls and all later ones', async () => {
  peer.receive({ ready: true });
  await peer.ready(10_000);
  const sum = add(1, 2);
  die();
  await expect(sum).rejects.toBeInstanceOf(PeerGone);
  await expect(add(1, 2)).rejects.toBeInstanceOf(PeerGone);
  expect(ended).toHaveLength(1);
  expect(sent).toHaveLength(1);
});

test('before a peer is ready, its lock says nothing', async () => {
  const sum = add(1, 2);
  die();
  await navigator.locks.request(lock, () => {});
  peer.receive({ id: idOf(0), answer: 3 });
  expect(await sum).toBe(3);
});

test('a peer that is not ready in time is gone', async () => {
  await expect(peer.ready(1)).rejects.toBeInstanceOf(PeerGone);
  expect(ended).toHaveLength(1);
});

test('a peer that got ready in time outlives the patience', async () => {
  const ready = peer.ready(1);
  peer.receive({ ready: true });
  await ready;
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(ended).toEqual([]);
});

test('a peer that was ready before anybody waited for it is not given up', async () => {
  peer.receive({ ready: true });
  await peer.ready(1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(ended).toEqual([]);
});

test('is ended with a cause of the caller’s, once', async () => {
  const sum = add(1, 2);
  peer.end(new Error('refused'));
  peer.end(new Error('again'));
  await expect(sum).rejects.toThrow('refused');
  expect(ended.map(String)).toEqual(['Error: refused']);
});

test('an aborted call rejects with the signal’s reason and is forgotten', async () => {
  const stop = new AbortController();
  const sum = add(1, 2, stop.signal);
  stop.abort(new Error('typed on'));
  await expect(sum).rejects.toThrow('typed on');
  expect(peer.open).toBe(0);
  await expect(add(1, 2, stop.signal)).rejects.toThrow('typed on');
  expect(sent).toHaveLength(1);
});

test('the peer is told of an aborted call, and of no other', async () => {
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

test('a call that can’t be sent rejects and is forgotten', async () => {
  peer = connectPeer<Sum, number>({
    lock,
    send() {
      throw new Error('The port is closed.');
    },
    onEnd() {},
  });
  await expect(add(1, 2)).rejects.toThrow('The port is closed.');
  expect(peer.open).toBe(0);
});

test('the answering side replies to each call with what came of it', async () => {
  const replies: Reply<number>[] = [];
  const answer = answerCalls(
    (reply) => replies.push(reply),
    async ({ add: [one, other] }: Sum) => {
      if (other === 0) throw new Error('Nothing to add.');
      return one + other;
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
  ['a call that is over', 7, [false, false]],
] as const)('the answering side aborts the signal of what is cancelled: %s', async (_, cancel, expected) => {
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
