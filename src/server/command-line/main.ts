import { resolve } from 'node:path';
import { askServer } from '../admin/ask.ts';
import { compose } from '../compose.ts';
import { placeOf } from '../config.ts';
import { plainFaultOf } from '../plain-fault.ts';
import type { Order } from './command.ts';
import { ownTerminal } from './own-terminal.ts';
import { readCommand } from './table.ts';

/** Carries out one command, through the server that holds the folder where there is one; resolves with the exit code. */
export async function commandLine({ args, defaultFolder, base }: { args: string[]; defaultFolder: string; base: string }): Promise<number> {
  try {
    const order = readCommand(args);
    if ('help' in order) return void process.stdout.write(`${order.help}\n`), 0;
    await carryOut(order, args, defaultFolder, base);
    return 0;
  } catch (thrown) {
    const { message, exitCode } = plainFaultOf(thrown);
    process.stderr.write(`${message}\n`);
    return exitCode;
  }
}

async function carryOut(order: Order, args: string[], defaultFolder: string, base: string): Promise<void> {
  const place = placeOf(order.folder && resolve(base, order.folder), process.env, defaultFolder);
  const terminal = await ownTerminal(order.stream, base);
  if (!('folder' in place) || !(await askServer(place.folder, args, terminal))) {
    const house = await compose(place);
    try {
      await order.carryOut(house, terminal, Date.now());
    } finally {
      await house.close();
    }
  }
  await terminal.finish();
}
