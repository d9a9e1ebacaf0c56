import { goOn } from './bootstrap/go-on.mjs';

await goOn('scripts/conformance/main.ts');
