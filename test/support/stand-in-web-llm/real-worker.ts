import worker from '../../../entrypoints/webllm.ts';

/** The package's own worker, for a build that was made without it. */
void worker.main();
