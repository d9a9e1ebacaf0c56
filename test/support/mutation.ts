/** A guard taken away: in `file`, `guard` becomes `without`. */
export interface Mutation {
  file: string;
  guard: string;
  without: string;
}

/** Names the environment variable that holds a {@link Mutation} as JSON. */
export const mutationVariable = 'COMMONPLACE_MUTATION';

/** Applies the mutation of the environment to the source as the tests load it; the files stay as they are. */
export function mutationPlugin() {
  const given = process.env[mutationVariable];
  if (given === undefined) return [];
  const { file, guard, without } = JSON.parse(given) as Mutation;
  return [
    {
      // The name is part of the key by which vitest keeps transformed modules.
      name: `mutation ${given}`,
      enforce: 'pre' as const,
      transform(code: string, id: string) {
        if (!id.replaceAll('\\', '/').endsWith(file)) return undefined;
        if (!code.includes(guard)) throw new Error(`${file} has no guard ${guard}`);
        return { code: code.replace(guard, () => without), map: null };
      },
    },
  ];
}
