import { commandLine } from '../../src/server/command-line/main.ts';
import { folders } from './folders.ts';

process.exitCode = await commandLine({ args: process.argv.slice(2), folders });
