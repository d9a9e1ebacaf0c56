/** The removal of a guard: in `file`, `guard` is replaced with `without`. */
export interface Mutation {
  file: string;
  guard: string;
  without: string;
}

export const mutationVariable = 'COMMONPLACE_MUTATION';

/** Applies the mutation in the environment to the source when the tests load it. The files don't change. */
export function mutationPlugin() {
  const json = process.env[mutationVariable];
  if (json === undefined) return [];
  const { file, guard, without } = JSON.parse(json) as Mutation;
  return [
    {
      // Vitest's cache key of a transformed module includes the plugin's name, so each mutation needs its own name.
      name: `mutation ${json}`,
      enforce: 'pre' as const,
      transform(code: string, id: string) {
        if (!id.replaceAll('\\', '/').endsWith(file)) return undefined;
        if (!code.includes(guard)) throw new Error(`${file} has no guard ${guard}`);
        return { code: code.replace(guard, () => without), map: null };
      },
    },
  ];
}
