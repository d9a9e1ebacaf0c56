import { mkdirSync, writeFileSync } from 'node:fs';
import { licensesFile, licensesText, productionPackages } from './text.ts';

// Writes the licenses of everything in the server's image. The server's page uses no other packages.
mkdirSync('.output', { recursive: true });
writeFileSync(`.output/${licensesFile}`, licensesText(productionPackages()));
