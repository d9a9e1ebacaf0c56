/** Runs `work` after a quiet time. Each call replaces the previous `work` and restarts the wait. */
export type WhenQuiet = (work: () => Promise<void>) => void;

/** `milliseconds`: the quiet time. */
export function quietFor(milliseconds: number): WhenQuiet {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (work) => {
    clearTimeout(timer);
    timer = setTimeout(() => void work(), milliseconds);
  };
}
