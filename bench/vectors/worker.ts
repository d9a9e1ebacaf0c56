import { load } from './load.ts';
import type { Question } from './questions.ts';
import { scan } from './scan.ts';

onmessage = async ({ data }: MessageEvent<Question & { askedAt: number }>) => {
  postMessage(data.kind === 'scan' ? await scan(data.mixture) : await load(data.mixture, data.askedAt));
};
