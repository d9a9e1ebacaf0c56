import './skeleton.css';

/** Rows that are still to come, of the height that rows mostly have. */
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
