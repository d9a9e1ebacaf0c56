/** The part of AssemblyScript's compiler that builds the kernels. Its own types say anew, for the whole project, what an Array is. */
export interface CompilerOptions {
  stderr: MemoryStream;
  /** Called for each file that is made; a module comes as bytes. */
  writeFile(name: string, contents: Uint8Array | string, baseDirectory: string): void;
}

export interface MemoryStream {
  toString(): string;
}

/** What the command line `asc` does. Resolves with an error where there is one; throws none. */
export declare function main(args: string[], options: CompilerOptions): Promise<{ error: Error | null }>;

export declare function createMemoryStream(): MemoryStream;
