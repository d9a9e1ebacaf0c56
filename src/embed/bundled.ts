import type { KnownModel } from './registry.ts';

/** The model of the package, run by our own kernel. */
export const minilm: KnownModel = {
  model: {
    id: 'all-MiniLM-L6-v2/w7e5',
    name: 'MiniLM (all-MiniLM-L6-v2)',
    dimensions: 384,
    languages: ['en'],
    cosines: { strange: 0.05, same: 0.8 },
    certain: { keyword: 0.3, semantic: 0.4 },
  },
  worker: 'embedder.js',
  licence: 'Apache-2.0',
  files: [],
  proof: { text: 'hello world', begins: [-0.0345, 0.031, 0.0067, 0.0261, -0.0394], within: 0.01 },
};
