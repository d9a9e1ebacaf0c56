import './progress.css';

/** How far something is, 0..1; undefined: it goes on, and how far is not known. */
export function Progress({ label, share }: { label: string; share: number | undefined }) {
  return <progress class="progress" aria-label={label} max={1} value={share} />;
}
