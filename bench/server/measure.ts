import { asksOf, type Asks } from './asks.ts';
import type { FilledDatabase } from './databases.ts';
import type { Rate } from './load.ts';
import { isRepeatable } from './samples.ts';
import { bareSide, serverSide, straightSide, type Side } from './sides.ts';

const clientCounts = [1, 4];

/** The sides take turns, one slice each, so that other load on the machine affects all alike. */
const slices = 5;

/** Warm-up of each kind, so that its code is compiled before it counts. */
const warmUpSeconds = 4;

/** Only one process at a time can open a folder, and opening takes long. */
const slicesOfFolder = 3;

const sides = { straight: straightSide, bare: bareSide, server: serverSide };

type SideName = keyof typeof sides;

type Rates = Record<SideName, Rate[]>;

/** Yields one line per kind of request and number of clients. `seconds`: the time for each line, on each side. */
export async function* measured(filled: FilledDatabase, size: number, seconds: number): AsyncGenerator<string> {
  const asks = asksOf(size);
  const kinds = Object.keys(asks).flatMap((kind) =>
    clientCounts.map((clients) => ({ kind, clients, rates: { straight: [], bare: [], server: [] } as Rates })),
  );
  const names = Object.keys(sides) as SideName[];
  const measure = async (one: (typeof kinds)[number], name: SideName, side: Side, count: number) => {
    const rate = await side.rate(one.kind, one.clients, seconds / count);
    if (rate) one.rates[name].push(rate);
  };
  if (filled.isShared) {
    const open = {
      straight: await straightSide(filled, asks),
      bare: await bareSide(filled),
      server: await serverSide(filled, asks),
    };
    for (const name of names) await warmUp(open[name], asks);
    for (const one of kinds) {
      for (let slice = 0; slice < slices; slice++)
        for (const name of names) await measure(one, name, open[name], slices);
      yield line(one);
    }
    for (const name of names) await open[name].end();
    return;
  }
  for (let slice = 0; slice < slicesOfFolder; slice++) {
    for (const name of names) {
      const side = await sides[name](filled, asks);
      await warmUp(side, asks);
      const isLast = slice === slicesOfFolder - 1;
      for (const one of kinds.filter(({ kind }) => isLast || isRepeatable(kind)))
        await measure(one, name, side, slicesOfFolder);
      await side.end();
    }
  }
  for (const one of kinds) yield line(one);
}

async function warmUp(side: Side, asks: Asks): Promise<void> {
  for (const kind of Object.keys(asks).filter(isRepeatable))
    await side.rate(kind, Math.max(...clientCounts), warmUpSeconds);
}

/** The median slice by rate. */
const middle = (rates: Rate[]): Rate | undefined =>
  rates.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(rates.length / 2)];

function line({ kind, clients, rates }: { kind: string; clients: number; rates: Rates }): string {
  const [server, bare, straight] = [middle(rates.server)!, middle(rates.bare), middle(rates.straight)];
  const shareOf = (rate: Rate | undefined) =>
    rate && straight ? `${((100 * rate.perSecond) / straight.perSecond).toFixed(0)} %` : '';
  const beside = [
    bare && `, bare ${bare.perSecond.toFixed(0)}/s (${shareOf(bare)})`,
    straight && `, straight ${straight.perSecond.toFixed(0)}/s`,
  ].filter((one) => one !== undefined);
  return `${shareOf(server).padEnd(6)} ${kind.padEnd(11)} ${clients} client${clients === 1 ? ' ' : 's'}  ${server.perSecond.toFixed(0)}/s, ${server.p50.toFixed(1)}/${server.p95.toFixed(1)} ms${beside.join('')}`;
}
