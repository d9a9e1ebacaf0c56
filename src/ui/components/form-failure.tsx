/** Why what a form asked for could not be done; nothing where there is no reason. */
export function FormFailure({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null;
  return (
    <p class="form-failure" role="alert">
      {reason}
    </p>
  );
}
