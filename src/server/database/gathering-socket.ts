import { Socket } from 'node:net';

/** Sends what is written to it in one go of the event loop at once: a statement then leaves with the BEGIN before it. */
export class GatheringSocket extends Socket {
  #gathering = false;

  override cork(): void {
    if (!this.#gathering) {
      this.#gathering = true;
      super.cork();
      process.nextTick(() => {
        this.#gathering = false;
        super.uncork();
      });
    }
    super.cork();
  }
}
