import type { ComponentChildren } from 'preact';
import './message.css';

interface MessageProps {
  title: string;
  children?: ComponentChildren;
  /** Whether the message is about a failure, which screen readers announce at once. */
  failed?: boolean;
}

/** Says why there is nothing to show, or that loading failed. `children`: what to do next. */
export function Message({ title, children, failed = false }: MessageProps) {
  return (
    <section class="message" role={failed ? 'alert' : undefined}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
