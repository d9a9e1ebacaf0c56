// node tied-process.mjs PROGRAM ARGUMENT...
// Runs a program and kills it when the parent of this process ends. The parent's end closes standard input.
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', () => process.exit(127));
child.on('exit', (code) => process.exit(code ?? 1));
// Ctrl-C reaches this process too. This process must survive Ctrl-C in order to kill the program.
process.on('SIGINT', () => {});
process.stdin.on('end', () => child.kill('SIGKILL')).resume();
