import { limits } from '../../v1/limits.ts';

/** An address that a memory can carry: http or https, not too long. */
export function webAddress(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\/\S+$/.test(url) && url.length <= limits.urlCharacters ? url : undefined;
}
