/** The shortcut of the control beside it. Screen readers get it from `aria-keyshortcuts`. */
export function Key({ name }: { name: string }) {
  return (
    <kbd class="key" aria-hidden="true">
      {name}
    </kbd>
  );
}
