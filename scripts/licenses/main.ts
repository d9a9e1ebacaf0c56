import { mkdirSync, writeFileSync } from 'node:fs';
import { licensesFile, licensesText, productionPackages } from './text.ts';

/** Writes the licenses of all that the server's image holds: its page is made of the same packages. */
mkdirSync('.output', { recursive: true });
writeFileSync(`.output/${licensesFile}`, licensesText(productionPackages()));
