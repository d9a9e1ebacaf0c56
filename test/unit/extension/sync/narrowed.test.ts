import { expect, test } from 'vitest';
import { device, runRound } from './device.ts';
import { changeMemory, connectDevice, httpServers, runRounds, textsHere, textsThere } from './over-http.ts';

const names = ['Home', 'Work'];

test.each(Object.entries(httpServers))(
  'choosing fewer collections deletes nothing on either side: %s',
  async (_, start) => {
    const server = await start();
    const one = device({ fetch: (...args) => fetch(...args) });
    const ids: Record<string, string> = {};
    for (const name of names) ids[name] = (await one.local.send('POST', '/collections', { name })).body.id;
    for (const name of names)
      for (const number of [1, 2, 3])
        await one.local.send('POST', '/memories', { content: `${name} ${number}`, collection: ids[name] });
    await one.local.send('POST', '/memories', { content: 'in none' });
    await connectDevice(one, server);
    await server.client.memories.create({ content: 'from there', collection: await idThere('Home') });
    await runRound(one);
    const all = ['Home 1', 'Home 2', 'Home 3', 'Work 1', 'Work 2', 'Work 3', 'from there', 'in none'];
    expect(await textsThere(server)).toEqual(all);

    for (const chosen of [[ids['Work']!], []]) {
      await connectDevice(one, server, chosen);
      // Enough rounds for sync to notice memories that the server lacks.
      const state = await runRounds(one, 5);
      expect(state).toMatchObject({ counts: { waiting: 0, stuck: 0 }, question: undefined, last: { stopped: null } });
      expect([await textsHere(one), await textsHere(one, true)]).toEqual([all, []]);
      expect(await textsThere(server)).toEqual(all);
      expect(await namesHere()).toEqual(names);
      expect(await namesThere()).toEqual(names);
    }

    // If a memory that isn't chosen is edited on the server, nothing is deleted either.
    const edited = (await Array.fromAsync(server.client.memories.list())).find(({ content }) => content === 'Home 3');
    await server.client.memories.update(edited!.id, { content: 'Home 3, edited there' });
    const allEdited = all.with(2, 'Home 3, edited there');
    await runRounds(one, 5);
    expect([(await textsHere(one)).length, await textsHere(one, true)]).toEqual([all.length, []]);
    expect(await textsThere(server)).toEqual(allEdited);

    // If a memory that isn't chosen is deleted or edited here, nothing changes on the server.
    await changeMemory(one, 'Home 1', null);
    await changeMemory(one, 'Home 2', 'Home 2, edited');
    await runRounds(one, 5);
    expect(await textsThere(server)).toEqual(allEdited);

    // If all collections are chosen again, the edit is sent: sync still knows to which memory of the server it belongs.
    await connectDevice(one, server);
    await runRounds(one, 5);
    expect(await textsThere(server)).toContain('Home 2, edited');
    expect(await textsThere(server)).not.toContain('Home 2');
    expect(await textsHere(one)).toEqual(['Home 2, edited', ...allEdited.slice(2)]);

    async function idThere(name: string): Promise<string> {
      const { collections } = await server.client.collections.list();
      return collections.find((one) => one.name === name)!.id;
    }

    async function namesThere(): Promise<string[]> {
      const { collections } = await server.client.collections.list();
      return collections.map(({ name }) => name).sort();
    }

    async function namesHere(): Promise<string[]> {
      const { collections } = (await one.local.send('GET', '/collections')).body;
      return collections.map(({ name }: { name: string }) => name).sort();
    }
  },
);
