/** Why a form failed; renders nothing without a reason. */
export function FormFailure({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null;
  return (
    <p class="form-failure" role="alert">
      {reason}
    </p>
  );
}
