import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../../lib/timing.ts';
import type { OperationName } from '../../v1/operations.ts';

/** A number that is asked for whenever the metrics are read. */
export interface GaugeSource {
  name: string;
  says: string;
  read(): number | Promise<number>;
  /** Told where it can't be read, or not within a second; without it, nothing is told then. */
  otherwise?: number;
}

export interface Metrics {
  /** `operation`: undefined where none was reached. */
  count(operation: OperationName | undefined, status: number, seconds: number): void;
  watch(watched: GaugeSource): void;
  /** In Prometheus's text format. Nothing in it tells one user from another. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** For a number to be read. */
const patienceMs = 1_000;

/** Seconds. */
const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'commonplace_requests_total',
    help: 'Requests answered.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'commonplace_request_seconds',
    help: 'Response time.',
    labelNames: ['operation'],
    buckets,
    registers,
  });
  return {
    count(operation, status, seconds) {
      const label = operation ?? 'none';
      requests.inc({ operation: label, status: String(status) });
      durations.observe({ operation: label }, seconds);
    },
    watch({ name, says, read, otherwise }) {
      const ask = shared(read);
      const collect = async () => {
        const value = (await within(patienceMs, ask()).catch(() => undefined)) ?? otherwise;
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      };
      const gauge = new Gauge({ name: `commonplace_${name}`, help: says, registers, collect });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Whoever asks while it is being read shares what comes of it: so of what hangs there is one. */
function shared(read: GaugeSource['read']): () => Promise<number> {
  let reading: Promise<number> | undefined;
  return () => (reading ??= (async () => read())().finally(() => (reading = undefined)));
}
