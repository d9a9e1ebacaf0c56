import { goOn } from './bootstrap/go-on.mjs';

await goOn('scripts/fuzz/main.ts');
