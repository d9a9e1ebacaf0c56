/** Does `work` once nothing has been asked of it for a while: each call takes the place of the one before. */
export type WhenQuiet = (work: () => Promise<void>) => void;

/** Quiet is `milliseconds` without a call. */
export function quietFor(milliseconds: number): WhenQuiet {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (work) => {
    clearTimeout(timer);
    timer = setTimeout(() => void work(), milliseconds);
  };
}
