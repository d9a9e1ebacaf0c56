/** A file of the package, by its path from the root. Throws where it is not there. */
export async function packageFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`/${path}`);
  if (!answer.ok) throw new Error(`The package lacks ${path}.`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Whether the package holds a file; its path from the root. */
export const isInPackage = (path: string): Promise<boolean> =>
  fetch(`/${path}`, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
