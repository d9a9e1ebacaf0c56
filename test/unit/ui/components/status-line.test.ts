import type { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { StatusLine } from '../../../../src/ui/components/status-line.tsx';
import { pageSize } from '../../../../src/ui/state/recent-path.ts';
import { popupOn } from '../popup/screen.ts';
import { listPage } from './list-page.ts';

afterEach(() => vi.unstubAllGlobals());

/** Renders the status line of a list of memories about herons, of which the first two are tagged `pond`. */
async function lineOver(count: number) {
  const { connection, page } = await listPage(count);
  for (const { id } of (await connection.client.memories.list({ limit: 2 })).memories)
    await connection.client.memories.update(id, { tags: ['pond'] });
  const screen = popupOn(undefined, connection);
  const line = h(ScreenContext.Provider, { value: screen, children: h(StatusLine, { back: () => {} }) });
  render(line, page.document.body);
  const announced = () => statusOf(page).textContent;
  return { screen, page, announced };
}

const statusOf = (page: Window) => page.document.querySelector('[role=status]')!;

test('announces how many memories match the filters, as for a search', async () => {
  const { screen, announced } = await lineOver(3);
  await screen.results.setFilters({ tags: ['pond'] });
  await vi.waitFor(() => expect(announced()).toBe('2 memories found, newest first'));
  await screen.results.setFilters({ tags: [], site: 'nowhere.example' });
  await vi.waitFor(() => expect(announced()).toBe('No memory matches these filters'));
});

test('announces no total while more memories match the filters than are loaded', async () => {
  const { screen, announced } = await lineOver(pageSize + 1);
  await screen.results.setFilters({ tags: [], phrases: ['heron'] });
  await vi.waitFor(() => expect(announced()).toBe(`Newest ${pageSize}`));
});

test('announces that nothing was found, but only to screen readers', async () => {
  const { screen, page, announced } = await lineOver(1);
  screen.results.type('zyx');
  await vi.waitFor(() => expect(announced()).toBe('Nothing found for “zyx”'), { timeout: 3_000 });
  expect(statusOf(page).querySelector('.unseen')?.textContent).toBe(announced());
});

test('offers to show the latest memories if one was saved elsewhere while the user points at the list', async () => {
  const { screen, page } = await lineOver(2);
  await screen.results.refresh();
  screen.results.setTouched(true);
  await screen.connection.sendFromElsewhere('POST', '/memories', { content: 'An egret.' });
  await screen.results.ask();
  const button = await vi.waitFor(() => page.document.querySelector('button')!);
  expect(button.textContent).toMatch(/^Show the latest/);
  button.click();
  await vi.waitFor(() => expect(screen.shown()?.[0]).toBe('An egret.'));
});

test('offers to show the latest version of a result that was edited elsewhere while the user points at it', async () => {
  const { screen, page } = await lineOver(1);
  screen.results.type('heron');
  await vi.waitFor(() => expect(screen.shown()).toHaveLength(1));
  await screen.connection.untilIdle();
  const { id } = screen.results.view.value!.memories[0]!;
  screen.results.setPinned(() => [id]);
  screen.results.setTouched(true);
  await screen.connection.sendFromElsewhere('PATCH', `/memories/${id}`, { content: 'A grey heron.' });
  await screen.results.ask();
  expect(screen.shown()).not.toEqual(['A grey heron.']);
  const button = await vi.waitFor(() => page.document.querySelector('button')!);
  expect(button.textContent).toMatch(/^Show the latest/);
  button.click();
  await vi.waitFor(() => expect(screen.shown()).toEqual(['A grey heron.']));
});
