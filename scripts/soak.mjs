import { goOn } from './bootstrap/go-on.mjs';

await goOn('scripts/soak/main.ts');
