import type { EmbedderNews } from '../../../src/embed/hosted/protocol.ts';
import { ThreadWorker as ServerThread } from '../../../src/server/meaning/thread-worker.ts';

/** What a thread says to be killed. */
export const killMe = 'kill me';

/** The server's thread, which can also ask for its own death. */
export class ThreadWorker extends ServerThread {
  protected override received(data: EmbedderNews | typeof killMe): void {
    if (data === killMe) this.terminate();
    else super.received(data);
  }
}
