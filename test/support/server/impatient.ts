import { folders, pageFolder } from '../../../scripts/serve/folders.ts';
import { main } from '../../../src/server/main.ts';

// Starts a server that exits if its shutdown takes longer than 2 s; the real server waits 15 s.
process.exitCode = await main({ args: process.argv.slice(2), folders, pageFolder, shutdownMs: 2_000 });
