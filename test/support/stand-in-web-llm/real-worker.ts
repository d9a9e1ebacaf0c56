import worker from '../../../entrypoints/webllm.ts';

/** web-llm's own worker, for an extension that was built without model libraries and so lacks this worker. */
void worker.main();
