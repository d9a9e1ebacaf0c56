/** Reads a file of the package by its path from the root. Throws if it is missing. */
export async function packageFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`/${path}`);
  if (!answer.ok) throw new Error(`The package lacks ${path}.`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Whether the package has a file, by its path from the root. */
export const isInPackage = (path: string): Promise<boolean> =>
  fetch(`/${path}`, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
