import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A part of the library with its title, which has the focus when the person came to it by a link. */
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
