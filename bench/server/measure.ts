import { asksOf, type Asks } from './asks.ts';
import type { Laid } from './databases.ts';
import type { Rate } from './load.ts';
import { isRepeatable, serverSide, straightSide, type Side } from './sides.ts';

const clientCounts = [1, 4];

/** Each is measured in so many slices, in turn with the other side, so that what the machine does beside falls on both. */
const slices = 5;

/** Asked of each kind before any is counted: code that has just begun to run is not yet compiled to what it becomes. */
const warmUpSeconds = 4;

/** A folder is free for one process at a time, and opening it takes long. */
const slicesOfFolder = 2;

const sides = { straight: straightSide, server: serverSide };

type SideName = keyof typeof sides;

/** A line for each kind of request and number of clients. `seconds`: for each, on each side. */
export async function* measured(place: Laid, size: number, seconds: number): AsyncGenerator<string> {
  const asks = asksOf(size);
  const kinds = Object.keys(asks).flatMap((kind) => clientCounts.map((clients) => ({ kind, clients, rates: { straight: [] as Rate[], server: [] as Rate[] } })));
  const names = Object.keys(sides) as SideName[];
  const measure = async (one: (typeof kinds)[number], name: SideName, side: Side, count: number) => {
    const rate = await side.rate(one.kind, one.clients, seconds / count);
    if (rate) one.rates[name].push(rate);
  };
  if (place.isShared) {
    const open = { straight: await straightSide(place, asks), server: await serverSide(place, asks) };
    for (const name of names) await warmUp(open[name], asks);
    for (const one of kinds) {
      for (let slice = 0; slice < slices; slice++) for (const name of names) await measure(one, name, open[name], slices);
      yield line(one.kind, one.clients, middle(one.rates.server)!, middle(one.rates.straight));
    }
    for (const name of names) await open[name].end();
    return;
  }
  for (let slice = 0; slice < slicesOfFolder; slice++) {
    for (const name of names) {
      const side = await sides[name](place, asks);
      await warmUp(side, asks);
      const isLast = slice === slicesOfFolder - 1;
      for (const one of kinds.filter(({ kind }) => isLast || isRepeatable(kind))) await measure(one, name, side, slicesOfFolder);
      await side.end();
    }
  }
  for (const { kind, clients, rates } of kinds) yield line(kind, clients, middle(rates.server)!, middle(rates.straight));
}

async function warmUp(side: Side, asks: Asks): Promise<void> {
  for (const kind of Object.keys(asks).filter(isRepeatable)) await side.rate(kind, Math.max(...clientCounts), warmUpSeconds);
}

/** The slice in the middle, by how often it was answered. */
const middle = (rates: Rate[]): Rate | undefined => rates.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(rates.length / 2)];

function line(kind: string, clients: number, { perSecond, p50, p95 }: Rate, straight: Rate | undefined): string {
  const share = straight === undefined ? '' : `${((100 * perSecond) / straight.perSecond).toFixed(0)} %`;
  const beside = straight === undefined ? '' : `, straight ${straight.perSecond.toFixed(0)}/s`;
  return `${share.padEnd(6)} ${kind.padEnd(11)} ${clients} client${clients === 1 ? ' ' : 's'}  ${perSecond.toFixed(0)}/s, ${p50.toFixed(1)}/${p95.toFixed(1)} ms${beside}`;
}
