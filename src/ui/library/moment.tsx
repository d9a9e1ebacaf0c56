/** A date and time in the user's form. */
export const Moment = ({ time }: { time: string }) => (
  <time dateTime={time}>{new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</time>
);
