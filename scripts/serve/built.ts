import { main } from '../../src/server/main.ts';
import { pageFolder } from '../page/build.ts';
import { folders } from './folders.ts';

/** The server over what is built already: a container starts here. */
process.exitCode = await main({ args: process.argv.slice(2), folders, pageFolder });
