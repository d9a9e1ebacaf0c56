import { useState } from 'preact/hooks';
import { conflictTag, type SyncDecision, type SyncQuestion } from '../../src/lib/sync.ts';
import type { ShownRow } from '../museum/person.ts';
import type { Play, View } from './play.ts';

interface Props {
  device: View['devices'][number];
  play: Play;
  act(work: () => unknown): Promise<void>;
}

const states: Record<ShownRow['state'], string> = {
  same: 'on the server',
  waiting: 'not sent yet',
  refused: 'stays here: the server refused it',
  'only here': 'only here: the server lost it',
};

export function DeviceColumn({ device: { name, rows, question, isOffline }, play, act }: Props) {
  const [text, setText] = useState('');
  const person = play.person(name);
  return (
    <section class="column" aria-labelledby={name}>
      <h2 id={name}>{name}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          void act(() => person.save(text.trim()));
          setText('');
        }}
      >
        <input
          class="field"
          aria-label={`New memory on the ${name.toLowerCase()}`}
          placeholder="A new memory"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" class="button">
          Save
        </button>
      </form>
      {question && <Question question={question} decide={(decision) => void act(() => play.decide(name, decision))} />}
      <ul>
        {rows.map((row, index) => (
          <li key={index}>
            <input
              class="field reading"
              aria-label={`Memory on the ${name.toLowerCase()}`}
              value={row.text}
              onChange={({ currentTarget }) => void act(() => person.edit(row.text, currentTarget.value))}
            />
            <button type="button" class="button bare" onClick={() => void act(() => person.trash(row.text))}>
              Delete <span class="unseen">{row.text}</span>
            </button>
            <small class={row.state === 'same' ? '' : 'waits'}>
              {row.tags.includes(conflictTag) && 'conflict copy, '}
              {states[row.state]}
            </small>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p class="quiet">No memories</p>}
      <div class="form-end">
        <button type="button" class="button" disabled={isOffline} onClick={() => void act(() => play.sync(name))}>
          Sync <span class="unseen">the {name.toLowerCase()}</span>
        </button>
        <label class="choice-line">
          <input
            type="checkbox"
            checked={isOffline}
            onChange={() => void act(() => (isOffline ? play.offline.delete(name) : play.offline.add(name)))}
          />
          Offline
        </label>
      </div>
    </section>
  );
}

function Question({ question, decide }: { question: SyncQuestion; decide(decision: SyncDecision): void }) {
  const isAbsence = question.kind === 'mass-absence';
  const answers: [SyncDecision, string][] = isAbsence
    ? [
        ['keep', 'Keep them here'],
        ['delete', 'Delete them here too'],
      ]
    : [
        ['same', 'It is the same account'],
        ['new', 'Sync with the other account from the start'],
      ];
  return (
    <div class="question" role="alert">
      <p>
        {isAbsence
          ? `${question.missing} of ${question.known} memories are missing on the server. Until you decide, nothing happens.`
          : 'The token seems to belong to another account. Until you decide, nothing happens.'}
      </p>
      <div class="form-end">
        {[...answers, ['again', 'Check again'] as const].map(([decision, label]) => (
          <button key={decision} type="button" class="button" onClick={() => decide(decision)}>
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
