/** A date and time, formatted for the user's locale. */
export const Moment = ({ time }: { time: string }) => (
  <time dateTime={time}>{new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</time>
);
