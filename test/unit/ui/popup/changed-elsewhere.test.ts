import { expect, onTestFinished, test, vi } from 'vitest';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';
import { passage, popupOn } from './screen.ts';

/** An open popup, and a function that reports a change made elsewhere. */
async function openPopup() {
  const control = standInEngineControl(engineState({ lastChange: 1 }));
  const popup = popupOn(passage, undefined, {}, control);
  await popup.open();
  const ends = [popup.memorySync.follow(), popup.meaning.follow(), popup.followChangesElsewhere()];
  onTestFinished(() => ends.forEach((end) => end()));
  return { ...popup, reportChange: () => control.setState({ lastChange: 2 }) };
}

test('an open search shows memories that sync brings, and the count follows', async () => {
  const { connection, results, shown, count, reportChange } = await openPopup();
  results.type('porto');
  await vi.waitFor(() => expect(shown()).toEqual([]));
  await connection.sendFromElsewhere('POST', '/memories', { content: 'Train to Porto at 9:05' });
  reportChange();
  await vi.waitFor(() => expect(shown()).toEqual(['Train to Porto at 9:05']));
  await vi.waitFor(() => expect(count.value).toBe(1));
});

test('a memory shown alone stays alone after sync brings another memory', async () => {
  const { connection, results, shown, count, reportChange } = await openPopup();
  const { body } = await connection.sendFromElsewhere('POST', '/memories', { content: 'Room twelve' });
  results.showSingle(body);
  await connection.sendFromElsewhere('POST', '/memories', { content: 'Train to Porto at 9:05' });
  reportChange();
  await vi.waitFor(() => expect(count.value).toBe(2));
  await connection.untilIdle();
  expect(shown()).toEqual(['Room twelve']);
});

test('the memory being read shows an edit made elsewhere', async () => {
  const { connection, opened, reportChange } = await openPopup();
  const { body } = await connection.sendFromElsewhere('POST', '/memories', { content: 'Room twelve' });
  await opened.open(body.id);
  await connection.sendFromElsewhere('PATCH', `/memories/${body.id}`, { content: 'Room fourteen' });
  reportChange();
  await vi.waitFor(() => expect(opened.memory.value?.content).toBe('Room fourteen'));
});
