import { goOn } from './bootstrap/go-on.mjs';

await goOn('scripts/test/main.ts');
