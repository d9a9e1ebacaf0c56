import worker from '../../../entrypoints/webllm.ts';

/** The real worker, for a build without it. */
void worker.main();
