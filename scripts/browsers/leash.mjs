// Runs a program that must not outlive its starter: when our standard input ends, for whatever reason, the program is killed.
// node leash.mjs PROGRAM ARGUMENT...
import { spawn } from 'node:child_process';

const [program, ...given] = process.argv.slice(2);
const child = spawn(program, given, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', () => process.exit(127));
child.on('exit', (code) => process.exit(code ?? 1));
// Ctrl-C reaches all three of us; who dies of it must not leave the program to itself.
process.on('SIGINT', () => {});
process.stdin.on('end', () => child.kill('SIGKILL')).resume();
