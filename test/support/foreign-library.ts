/**
 * A WebAssembly module with an import that web-llm doesn't provide, like a model library built for another version of
 * web-llm.
 */
export const foreignLibrary = (): Uint8Array => {
  const nameBytes = (name: string) => [name.length, ...new TextEncoder().encode(name)];
  const importSection = [1, ...nameBytes('env'), ...nameBytes('ResetThreadPoolEv'), 0, 0];
  return Uint8Array.of(
    0,
    ...new TextEncoder().encode('asm'),
    1,
    0,
    0,
    0,
    1,
    4,
    1,
    0x60,
    0,
    0,
    2,
    importSection.length,
    ...importSection,
  );
};
