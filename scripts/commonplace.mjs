import { goOn } from './bootstrap/go-on.mjs';

await goOn('scripts/serve/command-line.ts');
