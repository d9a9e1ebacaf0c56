import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildKernels } from '../../../../scripts/kernels/build.ts';
import { removeFolder, temporaryFolder } from '../../../../scripts/browsers/index.ts';

let folder: string;
const source = () => join(folder, 'source.ts');
const out = () => join(folder, 'built');
const kernel = (flags: string[] = []) => [{ source: source(), out: 'sum.wasm', flags }];
const module = () => readFileSync(join(out(), 'sum.wasm'));

beforeEach(() => {
  folder = temporaryFolder('kernels');
  writeFileSync(source(), 'export function sum(a: i32, b: i32): i32 { return a + b; }');
});
afterEach(() => removeFolder(folder));

describe('building kernels', () => {
  test('builds a module without imports', async () => {
    await expect(buildKernels(kernel(), out())).resolves.toEqual(['sum.wasm']);
    const { instance } = await WebAssembly.instantiate(module());
    expect((instance.exports['sum'] as (a: number, b: number) => number)(2, 3)).toBe(5);
  });

  test('rebuilds only if sources or flags change', async () => {
    await buildKernels(kernel(), out());
    await expect(buildKernels(kernel(), out())).resolves.toEqual([]);
    await expect(buildKernels(kernel(['--enable', 'relaxed-simd']), out())).resolves.toEqual(['sum.wasm']);
    writeFileSync(join(folder, 'beside.ts'), 'export const one: i32 = 1;');
    await expect(buildKernels(kernel(['--enable', 'relaxed-simd']), out())).resolves.toEqual(['sum.wasm']);
  });

  test('rebuilds if shared sources change', async () => {
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    const withShared = kernel().map((one) => ({ ...one, source: join(folder, 'own', 'source.ts'), shared }));
    mkdirSync(join(folder, 'own'));
    writeFileSync(join(folder, 'own', 'source.ts'), `export { sum } from '../shared/sum';`);
    writeFileSync(join(shared, 'sum.ts'), 'export function sum(a: i32, b: i32): i32 { return a + b; }');
    await expect(buildKernels(withShared, out())).resolves.toEqual(['sum.wasm']);
    await expect(buildKernels(withShared, out())).resolves.toEqual([]);
    writeFileSync(join(shared, 'sum.ts'), 'export function sum(a: i32, b: i32): i32 { return b + a; }');
    await expect(buildKernels(withShared, out())).resolves.toEqual(['sum.wasm']);
  });

  test('replaces a truncated module', async () => {
    await buildKernels(kernel(), out());
    const whole = module();
    writeFileSync(join(out(), 'sum.wasm'), whole.subarray(0, whole.length - 9));
    await expect(buildKernels(kernel(), out())).resolves.toEqual(['sum.wasm']);
    expect(module()).toEqual(whole);
  });

  test('concurrent builds leave one complete module', async () => {
    await Promise.all([1, 2, 3].map(() => buildKernels(kernel(), out())));
    expect(readdirSync(out())).toEqual(['sum.wasm']);
    expect(WebAssembly.validate(module())).toBe(true);
  });

  test('fails with the name of a source that doesn’t compile, and leaves no module', async () => {
    writeFileSync(source(), 'export function sum(): i32 { return nothing; }');
    await expect(buildKernels(kernel(), out())).rejects.toThrow(
      /source\.ts does not compile[^]*Cannot find name 'nothing'/,
    );
    expect(() => module()).toThrow('ENOENT');
  });
});
