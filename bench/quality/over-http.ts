import { Commonplace } from '../../src/client/index.ts';
import { fetchTransport } from '../../src/client/transports/fetch.ts';
import { inBatches, patiently } from '../chromium/patient.ts';
import { find } from './find.ts';
import type { OpenLibrary } from './run.ts';
import { save } from './through-client.ts';

/** How many memories are deleted at a time. */
const batch = 20;

/** A server that runs. What the token sees there must be empty; what is saved is deleted again. */
export async function overHttp(url: string, token: string): Promise<OpenLibrary> {
  const client = new Commonplace({ transport: fetchTransport(url), token });
  return async (documents, mode) => {
    const { memories } = await client.memories.list({ limit: 1 });
    if (memories.length > 0)
      throw new Error('There are memories on this server. Ask with a token of a user who has none.');
    const positions = await save(client, documents, mode);
    return {
      find: (text) => patiently(() => find(client, positions, text, mode)),
      close: () => inBatches(batch, [...positions.keys()], (id) => patiently(() => client.memories.delete(id))),
    };
  };
}
