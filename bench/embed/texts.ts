import { readFileSync } from 'node:fs';

const sentences = readFileSync('scripts/model/calibration.txt', 'utf8').trimEnd().split('\n');

export const notes = Array.from({ length: 32 }, (_, note) =>
  sentences.slice(note * 3, note * 3 + 4 - (note % 2)).join(' '),
);

export const queries = [
  'that quiet hotel Anna told me about',
  'when does the lease end',
  'how do I feed the sourdough',
  'what did the vet say about the tablets',
];
