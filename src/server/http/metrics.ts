import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../../lib/timing.ts';
import type { OperationName } from '../../v1/operations.ts';

/** A gauge whose value is read each time the metrics are read. */
export interface GaugeSource {
  name: string;
  description: string;
  read(): number | Promise<number>;
  /** The value to report if reading fails or takes more than a second. If absent, the gauge is left out instead. */
  otherwise?: number;
}

export interface Metrics {
  /** `operation`: undefined if the request reached none. */
  count(operation: OperationName | undefined, status: number, seconds: number): void;
  watch(source: GaugeSource): void;
  /** In Prometheus's text format. Contains nothing about single users. */
  text(): Promise<string>;
  readonly contentType: string;
}

const timeoutMs = 1_000;

/** The upper bounds of the response-time buckets, in seconds. */
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
    watch({ name, description, read, otherwise }) {
      const readOnce = shared(read);
      const collect = async () => {
        const value = (await within(timeoutMs, readOnce()).catch(() => undefined)) ?? otherwise;
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      };
      const gauge = new Gauge({ name: `commonplace_${name}`, help: description, registers, collect });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Concurrent callers share one in-flight read, so at most one can hang. */
function shared(read: GaugeSource['read']): () => Promise<number> {
  let reading: Promise<number> | undefined;
  return () => (reading ??= (async () => read())().finally(() => (reading = undefined)));
}
