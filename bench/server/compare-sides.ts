import { requestFactories, type RequestFactories } from './request-factories.ts';
import type { FilledDatabase } from './databases.ts';
import type { Rate } from './measure-load.ts';
import { isRepeatable } from './samples.ts';
import { bareSide, serverSide, directSide, type Side } from './sides.ts';

const clientCounts = [1, 4];

/**
 * The measuring time is split into slices. The sides take turns, one slice each, so that other load on the machine
 * affects all of them.
 */
const slices = 5;

/** How long each repeatable kind of request is sent before the measurement, so that its code gets compiled. */
const warmUpSeconds = 4;

/** Fewer slices for a database in a folder: only one process at a time can open it, and opening is slow. */
const slicesOfFolder = 3;

const sides = { direct: directSide, bare: bareSide, server: serverSide };

type SideName = keyof typeof sides;

type Rates = Record<SideName, Rate[]>;

interface Comparison {
  kind: string;
  clients: number;
  rates: Rates;
}

/**
 * Yields one line per kind of request and number of clients. Each side is measured for about `seconds` per line,
 * warm-ups not included. If the database is in a folder, creates are measured only in the last slice, so more briefly.
 */
export async function* compareSides(filled: FilledDatabase, size: number, seconds: number): AsyncGenerator<string> {
  const factories = requestFactories(size);
  const comparisons = Object.keys(factories).flatMap((kind) =>
    clientCounts.map((clients): Comparison => ({ kind, clients, rates: { direct: [], bare: [], server: [] } })),
  );
  const names = Object.keys(sides) as SideName[];
  const measure = async ({ kind, clients, rates }: Comparison, name: SideName, side: Side, count: number) => {
    const rate = await side.rate(kind, clients, seconds / count);
    if (rate) rates[name].push(rate);
  };
  if (filled.isShared) {
    const open = {
      direct: await directSide(filled, factories),
      bare: await bareSide(filled),
      server: await serverSide(filled, factories),
    };
    for (const name of names) await warmUp(open[name], factories);
    for (const comparison of comparisons) {
      for (let slice = 0; slice < slices; slice++)
        for (const name of names) await measure(comparison, name, open[name], slices);
      yield lineOf(comparison);
    }
    for (const name of names) await open[name].end();
    return;
  }
  for (let slice = 0; slice < slicesOfFolder; slice++) {
    for (const name of names) {
      const side = await sides[name](filled, factories);
      await warmUp(side, factories);
      const isLast = slice === slicesOfFolder - 1;
      for (const comparison of comparisons.filter(({ kind }) => isLast || isRepeatable(kind)))
        await measure(comparison, name, side, slicesOfFolder);
      await side.end();
    }
  }
  for (const comparison of comparisons) yield lineOf(comparison);
}

async function warmUp(side: Side, factories: RequestFactories): Promise<void> {
  for (const kind of Object.keys(factories).filter(isRepeatable))
    await side.rate(kind, Math.max(...clientCounts), warmUpSeconds);
}

const medianByRate = (rates: Rate[]): Rate | undefined =>
  rates.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(rates.length / 2)];

function lineOf({ kind, clients, rates }: Comparison): string {
  const [server, bare, direct] = [medianByRate(rates.server)!, medianByRate(rates.bare), medianByRate(rates.direct)];
  const shareOf = (rate: Rate | undefined) =>
    rate && direct ? `${((100 * rate.perSecond) / direct.perSecond).toFixed(0)} %` : '';
  const beside = [
    bare && `, bare ${bare.perSecond.toFixed(0)}/s (${shareOf(bare)})`,
    direct && `, direct ${direct.perSecond.toFixed(0)}/s`,
  ].filter((one) => one !== undefined);
  return `${shareOf(server).padEnd(6)} ${kind.padEnd(11)} ${clients} client${clients === 1 ? ' ' : 's'}  ${server.perSecond.toFixed(0)}/s, ${server.p50.toFixed(1)}/${server.p95.toFixed(1)} ms${beside.join('')}`;
}
