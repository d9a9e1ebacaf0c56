export interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

/**
 * Optional packages that a lock requires but doesn't contain: npm omits those that its registry lacks for another platform,
 * and then `npm ci` rejects the lock everywhere.
 */
export const missingFromLock = ({ packages }: Lock): string[] =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
