import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import assemblyscript from 'assemblyscript/package.json' with { type: 'json' };
import { kernels, type Kernel } from './list.ts';
import { stamped, stampIn, stampOf } from './stamp.ts';

export const kernelFolder = 'public/kernels';

/** No garbage collector and no imports: a kernel manages its own memory. */
const flagsOfAll = [
  '--optimizeLevel',
  '3',
  '--shrinkLevel',
  '0',
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--use',
  'abort=',
  '--enable',
  'simd',
];

/** Builds the kernels that are missing or outdated and returns their file names. Builds may run concurrently. */
export async function buildKernels(all: Kernel[] = kernels, folder = kernelFolder): Promise<string[]> {
  const built: string[] = [];
  for (const { source, shared, out, flags } of all) {
    const path = join(folder, out);
    const stamp = stampOf([dirname(source), ...(shared === undefined ? [] : [shared])], assemblyscript.version, [
      ...flagsOfAll,
      ...flags,
    ]);
    const before = await readFile(path).catch(() => undefined);
    if (before && (await stampIn(before)) === stamp) continue;
    await writeAtomically(path, stamped(await compiled(source, flags), stamp));
    built.push(out);
  }
  return built;
}

async function compiled(source: string, flags: string[]): Promise<Uint8Array> {
  const { createMemoryStream, main: compile } = await import('assemblyscript/asc');
  let module: Uint8Array | undefined;
  const stderr = createMemoryStream();
  const { error } = await compile([source, '--outFile', 'kernel.wasm', ...flagsOfAll, ...flags], {
    stderr,
    writeFile: (_name, contents) => {
      if (typeof contents !== 'string') module = contents;
    },
  });
  if (error || !module) throw new Error(`${source} does not compile.\n${stderr.toString()}`, { cause: error });
  return module;
}

async function writeAtomically(path: string, contents: Uint8Array): Promise<void> {
  const unfinished = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(unfinished, contents);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}
