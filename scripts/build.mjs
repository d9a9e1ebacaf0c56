import { runUnderNode24 } from './bootstrap/run-under-node24.mjs';

await runUnderNode24('scripts/build/main.ts');
