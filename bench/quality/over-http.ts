import { Commonplace } from '../../src/client/package/index.ts';
import { inBatches, patiently } from '../chromium/patient.ts';
import { find } from './find.ts';
import type { OpenLibrary } from './run.ts';
import { save } from './through-client.ts';

const batch = 20;

/**
 * Indexes documents on a running server and searches them there. The token's user must have no memories. When a library
 * is closed, its memories go to the trash.
 */
export async function overHttp(url: string, token: string): Promise<OpenLibrary> {
  const client = new Commonplace({ baseUrl: url, token });
  return async (documents, mode) => {
    const { memories } = await client.memories.list({ limit: 1 });
    if (memories.length > 0) throw new Error('This user has memories. Use the token of a user without any.');
    const positions = await save(client, documents, mode);
    return {
      find: (text) => patiently(() => find(client, positions, text, mode)),
      close: () => inBatches(batch, [...positions.keys()], (id) => patiently(() => client.memories.delete(id))),
    };
  };
}
