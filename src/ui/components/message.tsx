import type { ComponentChildren } from 'preact';
import './message.css';

interface MessageProps {
  title: string;
  children?: ComponentChildren;
  /** Something could not be done: it is announced at once. */
  failed?: boolean;
}

/** What stands in place of a list that is empty: what is so, and what to do next. */
export function Message({ title, children, failed = false }: MessageProps) {
  return (
    <section class="message" role={failed ? 'alert' : undefined}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
