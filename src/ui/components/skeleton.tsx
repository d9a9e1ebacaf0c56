import './skeleton.css';

/** Placeholder rows of a typical height. */
export function Skeleton() {
  return (
    <div class="skeleton" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <div key={row}>
          <span /> <span /> <span />
        </div>
      ))}
    </div>
  );
}
