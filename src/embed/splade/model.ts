import type { Variant } from '../bert/choose.ts';
import type { WeightsFile } from '../files/model-files.ts';

export const kernelPath = (variant: Variant): string => `kernels/splade-${variant}.wasm`;

export const weightsFile: WeightsFile = {
  path: 'models/splade-tiny/weights.bin',
  folder: 'splade',
  hash: 'a7ad305441072fac3b40a6e45f32de219f13eaa1f6aacfb870bdf317d75b8c3e',
  check: 0x531f_e5de,
};

export const name = 'SPLADE-tiny';
