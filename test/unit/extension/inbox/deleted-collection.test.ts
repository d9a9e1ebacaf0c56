import { beforeEach, expect, test } from 'vitest';
import type { Ask } from '../../../../src/client/transports/caller.ts';
import type { VouchedQuestion } from '../../../../src/extension/engine/serve.ts';
import { createInbox } from '../../../../src/extension/inbox/inbox.ts';
import type { Capture, InboxRows } from '../../../../src/extension/inbox/row.ts';
import { inboxHost, type InboxHost } from '../../../support/inbox.ts';

let device: InboxHost;
let capture: Capture;

beforeEach(async () => {
  device = inboxHost();
  const { body: travel } = await device.send('POST', '/collections', { name: 'Travel' });
  await device.send('DELETE', `/collections/${travel.id}`);
  capture = { kind: 'context-menu', memory: { content: 'Curlew', collection: travel.id } };
});

const inboxOf = (ask: Ask<VouchedQuestion> = device.ask, rows: InboxRows = device.rows()) =>
  createInbox({ rows, ask, clock: device.clock });

const readOnly = (): InboxRows => ({ ...device.rows(), put: () => Promise.reject(new Error('full')) });

const silent: Ask<VouchedQuestion> = () => Promise.reject(new Error('nobody there'));

const expectSaved = async () => {
  expect(await device.texts()).toEqual(['Curlew']);
  expect(await inboxOf().waiting()).toEqual({ pending: [], old: [], refused: [], unreadable: [] });
};

test('saves a new capture without its deleted collection', async () => {
  expect(await inboxOf().deliver(capture)).toMatchObject({ state: 'saved' });
  await expectSaved();
});

test('saves a new capture even if the inbox can’t store it', async () => {
  expect(await inboxOf(device.ask, readOnly()).deliver(capture)).toMatchObject({ state: 'saved' });
  await expectSaved();
});

test('saves a waiting capture after the background restarts', async () => {
  await inboxOf(silent).deliver(capture);
  await inboxOf().replay();
  await expectSaved();
});

test('saves a capture once if the response was lost', async () => {
  await inboxOf(async (question, options) => {
    const answer = await device.ask(question, options);
    return answer.status === 404 ? answer : silent(question);
  }).deliver(capture);
  expect((await inboxOf().waiting()).pending).toHaveLength(1);
  await inboxOf().replay();
  await expectSaved();
});

test('sends a waiting capture without its collection only after storing that change in the inbox', async () => {
  await inboxOf(silent).deliver(capture);
  await inboxOf(device.ask, readOnly()).replay();
  expect(await device.texts()).toEqual([]);
  await inboxOf().replay();
  await expectSaved();
});
