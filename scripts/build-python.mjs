import { goOn } from './bootstrap/go-on.mjs';

await goOn('scripts/python/build.ts');
