import { Commonplace } from '../../src/client/package/commonplace.ts';
import type { Batch } from '../../src/client/contract.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { RequestEnvelope } from '../../src/v1/envelope.ts';
import { StorageFull } from '../../src/service/ports/failures.ts';
import type { SyncDecision } from '../../src/lib/sync.ts';
import { decide, newLink } from '../../src/sync/confirm.ts';
import type { SyncParts } from '../../src/sync/parts.ts';
import { runRound, type RoundResult } from '../../src/sync/round.ts';
import { deviceScratch, deviceStore, type Gate } from './device-store.ts';
import { Disk } from './disk.ts';
import type { Account } from './network.ts';
import { epoch, type Timeline } from './timeline.ts';

const roundMs = 20_000;

export interface DeviceHost {
  timeline: Timeline;
  transportOf(
    device: number,
    isAlive: () => boolean,
    onSend: (request: RequestEnvelope) => void,
    account?: Account,
  ): Transport;
  /** Called if a property (P1 to P14 in docs/sync.md) is violated. */
  onViolation(text: string): void;
  onDeath?(device: number): void;
  /** Called at each crash point. Returns whether the process dies there. */
  crashesHere?(): boolean;
}

class StoreFailed extends Error {
  override readonly name = 'StoreFailed';
}

/** One browser profile: a disk, and a process that can die and start again. */
export class Device {
  readonly number: number;
  readonly #host: DeviceHost;
  disk = new Disk();
  /** Milliseconds by which the clock is ahead, besides its drift. */
  skew = 0;
  /** The share by which the clock runs fast. */
  readonly #drift: number;
  /** The number of steps until the process dies. */
  diesIn = Infinity;
  /** The number of steps until the database fails, before or after a commit. */
  failsIn = Infinity;
  isFull = false;
  /** The result of the last round that ended normally. */
  lastResult: RoundResult | undefined;
  /** Whether the user has ever limited sync to some collections. */
  hasChosen = false;
  /** Increases when the process ends. Everything that an earlier process started must stop. */
  #life = 0;
  #isRunning = false;
  #parts: SyncParts | undefined;
  #ids = 0;
  #replacements = 0;

  constructor(
    number: number,
    host: DeviceHost,
    { isPushOnly = false, drift = 0 }: { isPushOnly?: boolean; drift?: number | undefined } = {},
  ) {
    this.number = number;
    this.#drift = drift;
    this.#host = host;
    this.disk.state.set('link', { ...newLink(server), ...(isPushOnly && { mode: 'push' }) });
  }

  get now(): number {
    const { now } = this.#host.timeline;
    return now + this.skew + Math.round(this.#drift * (now - epoch));
  }

  /** A new id, unique among all devices and their former disks. */
  newId(prefix: string): string {
    return `${prefix}_${`${this.number}x${this.#replacements}x${++this.#ids}`.padStart(26, '0')}`;
  }

  startRound({ verifies = false } = {}): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#runRound(verifies);
  }

  decide(decision: SyncDecision): Promise<void> {
    return decide(this.#runningParts(), decision);
  }

  async #runRound(verifies: boolean): Promise<void> {
    const [life, begin] = [this.#life, this.now];
    const isOver = () => this.now - begin > roundMs || this.now < begin;
    try {
      this.lastResult = await runRound(this.#runningParts(), { isOver, verifies });
      this.#host.timeline.note(`device ${this.number}: round ends: ${this.lastResult.stopped ?? 'done'}`);
    } catch (error) {
      if (life === this.#life && !(error instanceof StorageFull || error instanceof StoreFailed))
        this.#host.onViolation(`device ${this.number}: ${String(error)}`);
      this.#host.timeline.note(`device ${this.number}: round fails: ${(error as Error).name}`);
    }
    if (life === this.#life) this.#isRunning = false;
  }

  /** The process ends: the promises that it awaits never settle. */
  die(): void {
    this.#host.timeline.note(`device ${this.number}: dies`);
    this.#host.onDeath?.(this.number);
    this.#life++;
    this.#isRunning = false;
    this.#parts = undefined;
    this.diesIn = Infinity;
  }

  setAccount(account: Account): void {
    if (account === this.disk.account) return;
    this.disk.account = account;
    this.#parts = undefined;
  }

  /** Replaces the disk with a copy of `disk`, which may be an earlier state or another device's disk. */
  replaceDisk(disk: Disk): void {
    this.die();
    this.#replacements++;
    this.disk = disk.clone();
  }

  #runningParts(): SyncParts {
    if (this.#parts) return this.#parts;
    const life = this.#life;
    const isAlive = () => life === this.#life;
    const crashPoint = () => {
      if (isAlive() && this.#host.crashesHere?.()) this.die();
      return isAlive() ? done : never();
    };
    const gate: Gate = (step) => {
      if (!isAlive()) return never();
      if (--this.diesIn <= 0) {
        this.die();
        return never();
      }
      if (step !== 'send' && step !== 'receive' && --this.failsIn <= 0) {
        this.failsIn = Infinity;
        return Promise.reject(new StoreFailed(`The database failed at: ${step}.`));
      }
      if (step === 'write' && this.isFull) return Promise.reject(new StorageFull('The disk is full.'));
      return step === 'read' ? done : crashPoint();
    };
    const transport = this.#host.transportOf(
      this.number,
      isAlive,
      (request) => this.#requireIntent(request),
      this.disk.account,
    );
    this.#parts = {
      store: deviceStore(this.disk, gate),
      scratch: deviceScratch(this.disk, gate),
      client: new Commonplace({
        transport: async (request, options) => {
          await gate('send');
          const answer = transport(request, options);
          await crashPoint();
          const response = await answer;
          await gate('receive');
          return response;
        },
        maxRetries: 0,
        timeout: Infinity,
        clock: { now: () => this.now, wait: never, random: () => 0.5, newKey: () => this.newId('key') },
      }),
      ...server,
      token: this.disk.account === 'own' ? server.token : `${this.disk.account} token`,
      now: () => this.now,
      newId: (prefix) => this.newId(prefix),
      newKey: () => this.newId('key'),
    };
    return this.#parts;
  }

  /** P6: a write is recorded on the device's disk before it is sent. */
  #requireIntent({ method, path, body }: Pick<RequestEnvelope, 'method' | 'path' | 'body'>): void {
    if (path === '/v1/batch') {
      const { requests } = JSON.parse(body ?? '') as Batch;
      for (const request of requests) this.#requireIntent({ ...request, body: JSON.stringify(request.body) });
      return;
    }
    if (method === 'GET' || path.startsWith('/v1/collections')) return;
    const [, , , remote] = path.split('?')[0]!.split('/');
    const isIntended = [...this.disk.items.values()].some(
      ({ op, remote: known }) => op !== null && (remote === undefined ? op.kind === 'create' : known === remote),
    );
    if (!isIntended) this.#host.onViolation(`P6: ${method} ${path} ${body ?? ''} left without a record`);
  }
}

const server = { address: 'https://memories.test', token: 'token' };
/** A new promise each time: a shared one would keep in memory everything that ever awaited it. */
const never = () => new Promise<never>(() => {});
const done = Promise.resolve();
