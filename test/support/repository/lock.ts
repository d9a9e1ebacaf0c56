export interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

/**
 * Optional packages that a lock asks for and does not hold: npm leaves out what its registry did not have for another platform,
 * and then `npm ci` refuses the lock everywhere.
 */
export const missingFromLock = ({ packages }: Lock): string[] =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
