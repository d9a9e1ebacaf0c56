import { askServer } from '../admin/ask.ts';
import { placeOf, type Folders } from '../config.ts';
import { plainFaultOf } from '../plain-fault.ts';
import type { Order } from './command.ts';
import { ownTerminal } from './own-terminal.ts';
import { readCommand } from './table.ts';

/** Carries out one command, through the server that holds the folder where there is one; resolves with the exit code. */
export async function commandLine({ args, folders }: { args: string[]; folders: Folders }): Promise<number> {
  try {
    const order = readCommand(args);
    if ('help' in order) return void process.stdout.write(`${order.help}\n`), 0;
    await carryOut(order, args, folders);
    return 0;
  } catch (thrown) {
    const { message, exitCode } = plainFaultOf(thrown);
    process.stderr.write(`${message}\n`);
    return exitCode;
  }
}

async function carryOut(order: Order, args: string[], folders: Folders): Promise<void> {
  const place = placeOf(order.folder, process.env, folders);
  const terminal = await ownTerminal(order.stream, folders.base);
  if (!('folder' in place) || !(await askServer(place.folder, args, terminal))) {
    // What a database needs is loaded where one is opened.
    const { compose } = await import('../compose.ts');
    const house = await compose(place);
    try {
      await order.carryOut(house, terminal, Date.now());
    } finally {
      await house.close();
    }
  }
  await terminal.finish();
}
