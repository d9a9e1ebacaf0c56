import './progress.css';

/** A progress bar. `share`: 0..1, or undefined if unknown. */
export function Progress({ label, share }: { label: string; share: number | undefined }) {
  return <progress class="progress" aria-label={label} max={1} value={share} />;
}
