// Runs a program that must not outlive this process's parent. Kills the program when standard input closes, which
// happens when the parent ends.
// node tied-process.mjs PROGRAM ARGUMENT...
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', () => process.exit(127));
child.on('exit', (code) => process.exit(code ?? 1));
// Ctrl-C reaches the parent, this process and the program. This process must survive it in order to kill the program.
process.on('SIGINT', () => {});
process.stdin.on('end', () => child.kill('SIGKILL')).resume();
