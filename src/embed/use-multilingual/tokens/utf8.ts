/** The number of bytes of a character in UTF-8, by its first byte. */
export const characterBytes = (first: number): number => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
