import { goOn } from './bootstrap/go-on.mjs';

await goOn('scripts/start/main.ts');
