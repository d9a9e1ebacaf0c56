export interface Measured {
  /** Starts measuring the next key press. */
  startKey(): void;
  key?: Promise<KeyPress>;
}

/** Milliseconds from a key press to painted results. */
export interface KeyPress {
  word: number;
  both: number;
}

/**
 * Runs in the popup's page before its own scripts. Sets the page's title to the milliseconds from the page's start to
 * its painted rows, because a title can be read without a debugger.
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
      // The first change of the list shows the results by word. The list is busy until it shows the results by word
      // and meaning.
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
  const measured: Measured = { startKey: () => void (measured.key = nextKey()) };
  Object.assign(globalThis, { measured });
}
