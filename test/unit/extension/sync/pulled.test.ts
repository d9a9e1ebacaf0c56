import { expect, test } from 'vitest';
import { device, runRound, save } from './device.ts';
import { connectDevice, httpServers } from './over-http.ts';

test.each(Object.entries(httpServers))(
  'a memory from “%s” has the source `sync`, and the server’s source and time as its origin',
  async (_, start) => {
    const server = await start();
    const browser = device({ fetch: (...args) => fetch(...args) });
    await save(browser.local, 'saved here');
    const { source, createdAt, id } = await server.client.memories.create({ content: 'saved there' });
    expect(source).toMatch(/^api/);
    const expected = [
      { content: 'saved here', source: 'popup' },
      { content: 'saved there', source: 'sync', origin: { source, createdAt }, createdAt },
    ];
    const here = async () => {
      const { memories } = (await browser.local.send('GET', '/memories')).body;
      return memories.sort((one: { content: string }, other: { content: string }) =>
        one.content.localeCompare(other.content),
      );
    };
    await connectDevice(browser, server);
    expect(await here()).toMatchObject(expected);
    expect((await here())[0]).not.toHaveProperty('origin');

    await server.client.memories.update(id, { content: 'saved there, edited there' });
    await runRound(browser);
    expect(await here()).toMatchObject([expected[0], { ...expected[1], content: 'saved there, edited there' }]);
  },
);
