import { goOn } from './bootstrap/go-on.mjs';

await goOn('scripts/near/main.ts');
