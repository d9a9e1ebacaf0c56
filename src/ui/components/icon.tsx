/** Paths on a 16 × 16 grid, stroke width 1.5. */
const drawings = {
  add: 'M8 3v10M3 8h10',
  search: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM10.7 10.7 14 14',
  close: 'm4 4 8 8M12 4l-8 8',
  edit: 'm10.5 3.5 2 2M3 13l.6-2.6 7.5-7.5a1.4 1.4 0 0 1 2 2L5.6 12.4Z',
  tag: 'M6.5 2.5 5 13.5M11 2.5 9.5 13.5M2.5 5.5h11M2.5 10.5h11',
  copy: 'M6 6h7.5v7.5H6ZM10 3.5v-1H2.5V10h1',
  delete: 'M2.5 4h11M6 4V2.5h4V4M4 4l.6 9.5h6.8L12 4M6.7 6.5v4.5M9.3 6.5v4.5',
  open: 'M6.5 3H3v10h10V9.5M9 2.5h4.5V7M13.2 2.8 7.5 8.5',
  back: 'M7 3.5 2.5 8 7 12.5M2.5 8h11',
  similar: 'M6 11a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10 5.1a4.5 4.5 0 1 1-5 5.8',
  settings:
    'M10 6.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM6 12.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM2 5h6.2M11.8 5H14M2 11h2.2M7.8 11H14',
  quote: 'M2.5 8.5V7a3.5 3.5 0 0 1 3.5-3.5M2.5 8.5h3.5v3.5H2.5ZM10 8.5V7a3.5 3.5 0 0 1 3.5-3.5M10 8.5h3.5v3.5H10Z',
  more: 'M3 8h.5M7.75 8h.5M12.5 8h.5',
  done: 'm3 8.5 3.2 3.2L13 4.5',
} as const;

export type IconName = keyof typeof drawings;

/** Hidden from screen readers, so a button that has only an icon needs a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
