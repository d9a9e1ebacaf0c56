import { goOn } from './bootstrap/go-on.mjs';

await goOn('scripts/client/main.ts');
