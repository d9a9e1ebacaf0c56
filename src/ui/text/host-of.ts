import { unicodeHost } from '../../lib/text/punycode.ts';

/** The host of an origin, with its port, in letters that people can read. */
export const hostOf = (origin: string): string => unicodeHost(asciiHostOf(origin));

/** The host of an origin, with its port, in ASCII (Punycode), as it is in addresses. */
export const asciiHostOf = (origin: string): string => origin.replace(/^https?:\/\//, '');
