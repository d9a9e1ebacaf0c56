import './skeleton.css';

/** Placeholder rows as high as memories, so that nothing moves when they load. */
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
