import { main } from '../../src/server/main.ts';
import { folders, pageFolder } from './folders.ts';

/** Starts the server without building anything first, for the container. */
process.exitCode = await main({ args: process.argv.slice(2), folders, pageFolder });
