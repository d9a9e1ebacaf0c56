import { describe, expect, it } from 'vitest';
import { lastImportIn } from '../../../../src/ui/transfer/last-import.ts';
import { folderInMemory } from '../../../support/folder-in-memory.ts';
import {
  connectToService,
  loseResponse,
  passThrough,
  refuseWith,
  unreachable,
  type RequestHandler,
} from '../connection.ts';
import { transferOn } from './screen.ts';

function exportedAt(version: number, count: number): File {
  const at = '2026-01-01T00:00:00.000Z';
  const memories = Array.from({ length: count }, (_, index) => ({
    id: `mem_${String(index).padStart(26, '0')}`,
    content: `Note ${index}, version ${version}`,
    source: 'popup',
    tags: [],
    collection: null,
    url: null,
    title: null,
    capture: null,
    version,
    createdAt: at,
    updatedAt: at,
  }));
  const lines = [
    { commonplace: 'export', version: 1 },
    { user: { name: 'me', plan: 'unlimited' } },
    ...memories.map((memory) => ({ memory })),
    { end: { users: 1, collections: 0, memories: count } },
  ];
  return new File([lines.map((line) => `${JSON.stringify(line)}\n`).join('')], 'x.jsonl');
}

/** A screen with this many memories at version 1, and a file that replaces them with version 2. */
async function screenWith(count: number) {
  const connection = connectToService();
  const store = lastImportIn(folderInMemory());
  const screen = transferOn(connection, store);
  await screen.import(exportedAt(1, count));
  await screen.transfer.choose([exportedAt(2, count)]);
  return {
    ...screen,
    store,
    /** The versions in the stored texts, oldest memory first. */
    versions: async () =>
      (await connection.sendFromElsewhere('GET', '/memories?limit=100')).body.memories
        .map(({ content }: { content: string }) => Number(content.at(-1)))
        .reverse(),
    /** Passes requests with this method for a single memory to `handler`, from the n-th such request on. */
    handle(method: string, handler: RequestHandler, nth = 1) {
      let count = 0;
      connection.handleWith((request, pass) =>
        request.method === method && request.path.includes('/memories/mem_') && ++count >= nth
          ? handler(request, pass)
          : pass(),
      );
    },
  };
}

const failures: [string, RequestHandler][] = [
  ['the service can’t be reached', unreachable],
  ['the rate limit is used up', refuseWith(429, 'rate_limited')],
];

describe.each(failures)('if %s', (_, fails) => {
  it('an import that can’t read the memories to replace changes nothing', async () => {
    const screen = await screenWith(2);
    screen.handle('GET', fails);
    await screen.transfer.begin();
    expect([await screen.versions(), screen.notices.current.value?.tone]).toEqual([[1, 1], 'failed']);
  });

  it('an undo remembers what is left to undo, and can be repeated', async () => {
    const screen = await screenWith(3);
    await screen.transfer.begin();
    screen.handle('PATCH', fails, 2);
    screen.onChange.mockClear();
    await screen.transfer.undo();
    expect(await screen.versions()).toEqual([1, 2, 2]);
    expect((await screen.store.read())?.replaced).toHaveLength(2);
    expect(screen.onChange, 'calls that refresh the list').toHaveBeenCalled();
    screen.connection.handleWith(passThrough);
    await screen.notices.current.value!.action!.run();
    expect(await screen.versions()).toEqual([1, 1, 1]);
    expect(screen.notices.current.value?.text).toBe('The import is undone.');
    expect(await screen.store.read()).toBeUndefined();
  });

  it('an undo that can’t read the memories still remembers which memories to restore', async () => {
    const screen = await screenWith(2);
    await screen.transfer.begin();
    screen.handle('GET', fails);
    await screen.transfer.undo();
    expect((await screen.store.read())?.replaced).toHaveLength(2);
  });
});

it('a repeated undo counts a memory as restored if only the response was lost', async () => {
  const screen = await screenWith(2);
  await screen.transfer.begin();
  screen.handle('PATCH', loseResponse);
  await screen.transfer.undo();
  screen.connection.handleWith(passThrough);
  await screen.transfer.undo();
  expect(screen.notices.current.value?.text).toBe('The import is undone.');
});

it('an undo spares memories that were changed or deleted since the import', async () => {
  const screen = await screenWith(3);
  await screen.transfer.begin();
  const [changed, deleted] = (await screen.store.read())!.replaced;
  await screen.connection.client.memories.update(changed!.id, { content: 'Changed 3' });
  await screen.connection.client.memories.delete(deleted!.id);
  await screen.transfer.undo();
  expect(await screen.versions()).toEqual([3, 1]);
  expect(screen.notices.current.value?.text).toBe('The import is undone, except 2 memories that were changed since.');
  expect(await screen.store.read()).toBeUndefined();
});

it('an import that replaces many memories reads them in pages, not one by one', async () => {
  const screen = await screenWith(1_001);
  screen.handle('GET', () => expect.unreachable('a memory was read alone'));
  await screen.transfer.begin();
  expect(screen.transfer.last.value?.replaced).toHaveLength(1_001);
});
