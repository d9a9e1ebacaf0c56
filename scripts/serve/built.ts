import { main } from '../../src/server/main.ts';
import { folders, pageFolder } from './folders.ts';

/** For the container: starts the server without building anything first. */
process.exitCode = await main({ args: process.argv.slice(2), folders, pageFolder });
