import { signal } from '@preact/signals';
import { render } from 'preact';
import type { Setting } from '../museum/world.ts';
import { DeviceColumn } from './device-column.tsx';
import { deviceNames, Play, troubles, type Trouble, type View } from './play.ts';
import '../../src/ui/style/tokens.css';
import '../../src/ui/style/base.css';
import '../../src/ui/style/forms.css';
import './page.css';

type Server = NonNullable<Setting['server']>;

const servers: Record<Server, string> = { extended: 'Commonplace', plain: 'Any other v1 server' };

const server = signal<Server>('extended');
const play = signal(new Play('extended'));
/** How often `act` has run. Each run renders the page again, since `Play` isn't observable. */
const actCount = signal(0);
const isBusy = signal(false);

async function act(work: () => unknown): Promise<void> {
  isBusy.value = true;
  try {
    await work();
  } finally {
    isBusy.value = false;
    actCount.value++;
  }
}

function startOver(kind: Server): void {
  server.value = kind;
  play.value = new Play(kind);
}

function Playground() {
  const current = play.value;
  // Subscribes to the signal, so that the page is rendered again after each act.
  void actCount.value;
  const view = current.view();
  const [laptop, desktop] = view.devices;
  return (
    <main aria-busy={isBusy.value}>
      <header>
        <h1>Sync playground</h1>
        <p>
          Two browsers with the real sync of Commonplace, and a model of a server. Everything happens in this page; time
          is virtual, so a wait of minutes takes no time. Save the same memory on both, edit it on both, and choose what
          goes wrong.
        </p>
      </header>
      <div class="columns">
        <DeviceColumn device={laptop!} play={current} act={act} />
        <ServerColumn current={current} view={view} />
        <DeviceColumn device={desktop!} play={current} act={act} />
      </div>
      <Controls current={current} trouble={view.trouble} />
      <Story lines={view.story} />
    </main>
  );
}

function ServerColumn({ current, view: { onServer, hasBackup } }: { current: Play; view: View }) {
  return (
    <section class="column server" aria-labelledby="server">
      <h2 id="server">Server</h2>
      <label class="labelled">
        <span>Kind of server (changing it starts over)</span>
        <select
          class="field"
          value={server.value}
          onChange={({ currentTarget }) => void act(() => startOver(currentTarget.value as Server))}
        >
          {Object.entries(servers).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <ul>
        {onServer.map(({ text, tags }, index) => (
          <li key={index}>
            <span class="reading">{text}</span>
            {tags.length > 0 && <small>{tags.map((tag) => `#${tag}`).join(' ')}</small>}
          </li>
        ))}
      </ul>
      {onServer.length === 0 && <p class="quiet">No memories</p>}
      <div class="form-end">
        <button type="button" class="button" onClick={() => void act(() => current.backUp())}>
          Back up
        </button>
        <button type="button" class="button" disabled={!hasBackup} onClick={() => void act(() => current.restore())}>
          Restore the backup
        </button>
      </div>
    </section>
  );
}

function Controls({ current, trouble: chosen }: { current: Play; trouble: Trouble }) {
  return (
    <section class="controls" aria-label="Sync">
      <label class="labelled">
        <span>What goes wrong with the next sync</span>
        <select
          class="field"
          value={chosen}
          onChange={({ currentTarget }) => void act(() => (current.trouble = currentTarget.value as Trouble))}
        >
          {Object.entries(troubles).map(([trouble, label]) => (
            <option key={trouble} value={trouble}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="button" onClick={() => void act(() => current.sync(...deviceNames))}>
        Sync both once
      </button>
      <button type="button" class="button primary" onClick={() => void act(() => current.syncUntilSettled())}>
        Sync until nothing is left to do
      </button>
    </section>
  );
}

function Story({ lines }: { lines: string[] }) {
  return (
    <section aria-labelledby="story" role="log">
      <h2 id="story">What happened</h2>
      <ol class="story" tabIndex={0}>
        {lines.toReversed().map((line, index) => (
          <li key={lines.length - index}>{line}</li>
        ))}
      </ol>
      {lines.length === 0 && <p class="quiet">Nothing yet: save a memory on the laptop, then sync.</p>}
    </section>
  );
}

render(<Playground />, document.getElementById('app') as HTMLElement);
