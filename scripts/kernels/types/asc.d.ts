/**
 * The part of AssemblyScript's compiler that is used here. The compiler's own types would redefine globals such as
 * Array for the whole project.
 */
export interface CompilerOptions {
  stderr: MemoryStream;
  /** Called for each output file. `contents` is bytes if the file is a module. */
  writeFile(name: string, contents: Uint8Array | string, baseDirectory: string): void;
}

export interface MemoryStream {
  toString(): string;
}

/** The command line `asc`. Resolves with an error instead of throwing. */
export declare function main(args: string[], options: CompilerOptions): Promise<{ error: Error | null }>;

export declare function createMemoryStream(): MemoryStream;
