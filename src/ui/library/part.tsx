import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A section of the library. Its title takes the focus when the section opens. */
export function Part({ title, lead, children }: { title: string; lead?: string; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <main class="part">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {lead !== undefined && <p class="part-lead">{lead}</p>}
      {children}
    </main>
  );
}
