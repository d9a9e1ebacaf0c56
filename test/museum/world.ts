import type { Choices } from '../support/plain-server/choices.ts';
import type { DeviceHost } from '../simulation/device.ts';
import { ExtendedServer } from '../simulation/extended-server.ts';
import { PlainModel, type ModelServer } from '../simulation/model-server.ts';
import { networkOf } from '../simulation/network.ts';
import type { Fault } from '../simulation/schedule.ts';
import { epoch, Timeline } from '../simulation/timeline.ts';
import { personWithNaiveSync } from './naive.ts';
import { personWithCommonplace, type Person } from './person.ts';

export interface Setting {
  /** `plain`: any v1 server; `extended`: one with the extensions of Commonplace. Default: plain. */
  server?: 'plain' | 'extended';
  /** What the plain server does where the v1 source document leaves a choice. */
  choices?: Partial<Choices>;
}

export const engines = { commonplace: personWithCommonplace, naive: personWithNaiveSync };

type Engine<AnyPerson extends Person> = (number: number, host: DeviceHost) => AnyPerson;

const pauseMs = 180_000;

/** Faults that affect reads. All others affect writes. */
const listFaults = new Set<Fault | undefined>(['empty', 'cut list', 'bad item']);

/** Two people's devices and a server, in virtual time. */
export class World<AnyPerson extends Person = Person> {
  readonly anna: AnyPerson;
  readonly ben: AnyPerson;
  readonly server: ModelServer;
  /** The probability of each fault for the next request: 0 or 1. */
  readonly #faults: Partial<Record<Fault, number>> = {};
  #fault: Fault | undefined;
  readonly #timeline = new Timeline(epoch, { log: true });
  readonly #network: ReturnType<typeof networkOf>;

  constructor(engine: Engine<AnyPerson>, { server = 'plain', choices = {} }: Setting) {
    const now = () => this.#timeline.now;
    this.server = server === 'plain' ? new PlainModel(now, choices) : new ExtendedServer(now);
    this.#network = networkOf(
      { seed: 1, faults: this.#faults },
      {
        timeline: this.#timeline,
        server: this.server,
        onCreate: () => {},
        onEdit: () => {},
        onViolation: () => {},
      },
    );
    const host: DeviceHost = {
      timeline: this.#timeline,
      transportOf: (...args) => {
        const send = this.#network.transportOf(...args);
        return (request, options) => {
          const affectsReads = listFaults.has(this.#fault);
          if (this.#fault) this.#faults[this.#fault] = (request.method === 'GET') === affectsReads ? 1 : 0;
          return send(request, options);
        };
      },
      onViolation: (text) => {
        throw new Error(text);
      },
    };
    this.anna = engine(0, host);
    this.ben = engine(1, host);
  }

  get story(): readonly string[] {
    return this.#timeline.lines ?? [];
  }

  /** Syncs these people one after the other; each sync ends before the next. */
  async sync(...people: Person[]): Promise<void> {
    for (const person of people) {
      this.#timeline.after(pauseMs, () => person.sync());
      await this.#timeline.run();
    }
  }

  /**
   * Syncs these people with a fault. A fault in `listFaults` affects every GET; any other fault affects every request
   * that isn't a GET.
   */
  async syncWith(fault: Fault, ...people: Person[]): Promise<void> {
    this.#fault = fault;
    await this.sync(...people);
    this.#fault = undefined;
    delete this.#faults[fault];
  }

  /** `afterMs` milliseconds after the next sync starts, ends the fault of `syncWith` and calls `work`. */
  whileSyncing(afterMs: number, work: () => void): void {
    this.#timeline.after(pauseMs + afterMs, () => {
      this.#fault = undefined;
      work();
    });
  }

  /** Syncs both devices six times, enough for everything to settle. */
  async syncUntilSettled(): Promise<void> {
    for (let round = 0; round < 6; round++) await this.sync(this.anna, this.ben);
  }

  async idleWrites(): Promise<number> {
    const before = this.#network.writes;
    await this.sync(this.anna, this.ben);
    return this.#network.writes - before;
  }
}
