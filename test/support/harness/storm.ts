import { Commonplace, ServiceError } from '../../../src/client/index.ts';
import type { Transport } from '../../../src/client/transport.ts';
import { acknowledgedId } from './protocol.ts';

/** How many saves are under way at once. */
const lanes = 4;

/** Saves without end, each text once, and writes down which were acknowledged. A save without an answer is not asked again: nobody knows. */
export async function storm(transport: Transport, prefix: string): Promise<void> {
  const { memories } = new Commonplace({ transport });
  const written = document.createElement('output');
  written.id = acknowledgedId;
  written.hidden = true;
  document.body.append(written);
  let count = 0;
  const lane = async () => {
    for (;;) {
      const content = `${prefix} ${++count} ${'x'.repeat((count % 700) + 1)}`;
      try {
        await memories.create({ content, tags: ['storm'] });
        written.append(`${content}\n`);
      } catch (error) {
        if (error instanceof ServiceError && error.status < 500) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
