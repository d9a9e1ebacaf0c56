import { expect, test } from 'vitest';
import { device, runRound, save } from './device.ts';
import { changeMemory, connectDevice, httpServers, runRounds, textsHere, textsThere } from './over-http.ts';

/** A device whose sync uses the same clock as its store, and a list of its requests that write. */
function browser() {
  const writes: string[] = [];
  const one = device({
    fetch: (input, init) => {
      const { method, url } = new Request(input, init);
      if (method !== 'GET') writes.push(`${method} ${new URL(url).pathname}`);
      return fetch(input, init);
    },
  });
  one.skew = one.local.clock.now() - Date.now();
  return { one, writes };
}

test.each(Object.entries(httpServers))(
  'what the trash here deletes for good after 30 days stays on the server: %s',
  async (kind, start) => {
    const server = await start();
    const { one, writes } = browser();
    const { local } = one;
    const unchosen = await local.send('POST', '/collections', { name: 'Not synced' });
    const chosen = await local.send('POST', '/collections', { name: 'Synced' });
    const saveIn = (content: string, collection: string) => local.send('POST', '/memories', { content, collection });
    for (const content of ['kept', 'deleted here', 'deleted there']) await saveIn(content, chosen.body.id);
    await saveIn('not synced', unchosen.body.id);
    await connectDevice(one, server);
    expect(await textsThere(server)).toEqual(['deleted here', 'deleted there', 'kept', 'not synced']);

    await connectDevice(one, server, [chosen.body.id]);
    await changeMemory(one, 'deleted here', null);
    await changeMemory(one, 'not synced', null);
    const trashed = ['deleted here', 'not synced'];
    // A plain server can't delete.
    if (kind === 'ours') {
      const all = await Array.fromAsync(server.client.memories.list());
      await server.client.memories.delete(all.find(({ content }) => content === 'deleted there')!.id);
      trashed.splice(1, 0, 'deleted there');
    }
    await runRound(one);
    await runRound(one);
    expect(await textsHere(one, true)).toEqual(trashed);

    await local.passDays(31);
    one.skew += 31 * 86_400_000;
    expect(await textsHere(one, true)).toEqual([]);
    writes.length = 0;
    const state = await runRounds(one, 5);
    expect(writes).toEqual([]);
    expect(state).toMatchObject({ counts: { waiting: 0, stuck: 0 }, question: undefined, last: { stopped: null } });
    expect(await textsHere(one, true)).toEqual([]);
    if (kind === 'ours') {
      expect(await textsThere(server)).toEqual(['kept', 'not synced']);
      const trash = await Array.fromAsync(server.client.memories.list({ deleted: true }));
      expect(trash.map(({ content }) => content).sort()).toEqual(['deleted here', 'deleted there']);
      expect(await textsHere(one)).toEqual(['kept']);
    } else {
      expect(await textsThere(server)).toEqual(['deleted here', 'deleted there', 'kept', 'not synced']);
      expect(await textsHere(one)).toEqual(['deleted there', 'kept']);
    }
    // Control: a change made here after the purge is sent.
    await save(local, 'later');
    await changeMemory(one, 'kept', 'kept, edited');
    await runRound(one);
    expect(writes).not.toEqual([]);
    expect(await textsThere(server)).toContain('kept, edited');
  },
);
