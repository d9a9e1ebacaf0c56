/** What the popup's page reports; times are in ms. */
export interface Measured {
  /** Begins to measure the next key press. */
  awaitKey(): void;
  key?: Promise<KeyPress>;
}

/** From a key press to the painted rows of the search by word, and to those of the search by both. */
export interface KeyPress {
  word: number;
  both: number;
}

/**
 * Runs in the popup's page before its own scripts. A time ends with the frame that paints. The page's title becomes the
 * time from its start to its painted rows, which can be read without a debugger.
 */
export function measureInPage(): void {
  const afterFrame = (then: (at: number) => void) =>
    requestAnimationFrame(() => setTimeout(() => then(performance.now())));
  const onChange = { childList: true, subtree: true, attributes: true, characterData: true };
  new MutationObserver((_, observer) => {
    if (document.querySelector('[data-row]') === null) return;
    observer.disconnect();
    afterFrame((at) => (document.title = String(at)));
  }).observe(document, onChange);

  function nextKey(): Promise<KeyPress> {
    return new Promise((resolve) => {
      let byWord: Promise<number> | undefined;
      const frame = () => new Promise<number>(afterFrame);
      // The first change of the list is the answer by word. The list is busy until the answer by both is in it.
      const observer = new MutationObserver(() => {
        const isDone = document.querySelector('.memories[aria-busy=true]') === null;
        const painted = frame();
        byWord ??= painted;
        if (!isDone) return;
        observer.disconnect();
        void Promise.all([byWord, painted]).then(([word, both]) => resolve({ word: word - start, both: both - start }));
      });
      let start = 0;
      const begin = ({ timeStamp }: KeyboardEvent) => {
        start = timeStamp;
        observer.observe(document.querySelector('.list')!, onChange);
      };
      addEventListener('keydown', begin, { once: true, capture: true });
    });
  }
  const measured: Measured = { awaitKey: () => void (measured.key = nextKey()) };
  Object.assign(globalThis, { measured });
}
