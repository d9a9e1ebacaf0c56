import worker from '../../../entrypoints/webllm.ts';

/** web-llm's own worker, to be added to an extension that was built without model libraries and so lacks it. */
void worker.main();
