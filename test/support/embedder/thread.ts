import type { EmbedderNews } from '../../../src/embed/hosted/protocol.ts';
import { ThreadWorker as ServerThread } from '../../../src/server/meaning/thread-worker.ts';

export const killMe = 'kill me';

/** The server's worker thread, which is killed when it sends {@link killMe}. */
export class ThreadWorker extends ServerThread {
  protected override received(data: EmbedderNews | typeof killMe): void {
    if (data === killMe) this.terminate();
    else super.received(data);
  }
}
