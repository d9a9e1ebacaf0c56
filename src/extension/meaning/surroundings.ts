import type { Surroundings } from '../../embed/availability.ts';
import { isInPackage } from '../package-file.ts';

/** What there is around the extension, as a worker of it finds out. */
export const surroundingsOf = (browser: Surroundings['browser']): Surroundings => ({
  browser,
  hasAdapter: async () => Boolean(await (navigator as Partial<Navigator>).gpu?.requestAdapter().catch(() => null)),
  hasFile: isInPackage,
});
