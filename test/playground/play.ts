import type { SyncDecision } from '../../src/lib/sync.ts';
import { World, type Setting } from '../museum/world.ts';
import { personWithCommonplace, type OwnPerson } from '../museum/person.ts';
import type { Fault } from '../simulation/schedule.ts';

/** What can go wrong with the next sync, with labels. */
export const troubles = {
  none: 'Nothing',
  lost: 'Writes get lost',
  'answer lost': 'Answers to writes get lost',
  twice: 'Writes arrive twice',
  late: 'Writes arrive minutes later',
  'fails after': 'The server fails after it has written',
  garbage: 'A Wi-Fi sign-in page answers instead of the server',
  empty: 'The server lists nothing',
  'cut list': 'The server’s list ends too early',
  killed: 'The browser is closed midway',
} satisfies Partial<Record<Fault, string>> & Record<'none' | 'killed', string>;

export type View = ReturnType<Play['view']>;

export type Trouble = keyof typeof troubles;

export const deviceNames = ['Laptop', 'Desktop'] as const;
export type DeviceName = (typeof deviceNames)[number];

/**
 * The browser closes after this many steps of a round: the first write has been sent, but its answer isn't stored yet.
 */
const stepsToDeath = 12;

const byText = (one: { text: string }, other: { text: string }) => one.text.localeCompare(other.text);

/** A server, and two devices with the sync of Commonplace, in virtual time. */
export class Play {
  readonly #world: World<OwnPerson>;
  #backup: unknown;
  readonly offline = new Set<DeviceName>();
  trouble: Trouble = 'none';

  constructor(server: NonNullable<Setting['server']>) {
    this.#world = new World(personWithCommonplace, { server });
  }

  person(name: DeviceName): OwnPerson {
    return name === 'Laptop' ? this.#world.anna : this.#world.ben;
  }

  view() {
    const nameOf = (_: string, number: string) => deviceNames[Number(number)]!;
    return {
      devices: deviceNames.map((name) => {
        const person = this.person(name);
        return {
          name,
          rows: person.shown().sort(byText),
          question: person.question(),
          isOffline: this.offline.has(name),
        };
      }),
      onServer: this.#world.server
        .liveMemories()
        .map(({ content, tags }) => ({ text: content, tags }))
        .sort(byText),
      hasBackup: this.#backup !== undefined,
      trouble: this.trouble,
      story: this.#world.story.map((line) => line.replace(/device (\d)/gi, nameOf)),
    };
  }

  /** Syncs these devices one after the other, with the chosen fault. Skips devices that are offline. */
  async sync(...names: DeviceName[]): Promise<void> {
    const people = names.filter((name) => !this.offline.has(name)).map((name) => this.person(name));
    const { trouble } = this;
    this.trouble = 'none';
    if (trouble === 'killed') for (const person of people) person.dieAfter(stepsToDeath);
    if (trouble === 'none' || trouble === 'killed') await this.#world.sync(...people);
    else await this.#world.syncWith(trouble, ...people);
    for (const person of people) person.dieAfter(Infinity);
  }

  async syncUntilSettled(): Promise<void> {
    for (let round = 0; round < 6; round++) await this.sync(...deviceNames);
  }

  async decide(name: DeviceName, decision: SyncDecision): Promise<void> {
    await this.person(name).decide(decision);
    await this.sync(name);
  }

  backUp(): void {
    this.#backup = this.#world.server.backup();
  }

  restore(): void {
    this.#world.server.restore(this.#backup);
  }
}
