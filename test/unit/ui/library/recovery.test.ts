import { expect, it } from 'vitest';
import type { EngineState } from '../../../../src/client/engine-control.ts';
import { engineState, standInEngineControl } from '../../../support/engine-control.ts';
import { connectToService } from '../connection.ts';
import { libraryOn } from './library-on.ts';

const at = '2026-11-22T09:00:00.000Z';
const offer = { name: 'daily_2026-11-21T09-00-00.000Z_812.jsonl.gz', kind: 'daily', at, memories: 812 } as const;

it.each<[string, Partial<EngineState>, string, string | undefined]>([
  [
    'memories were restored',
    { restored: { at, memories: 812, damaged: false, complete: true } },
    'Everything was restored',
    undefined,
  ],
  [
    'some memories were not restored',
    { restored: { at, memories: 3, damaged: false, complete: false, before: { memories: 812, missingChanges: 809 } } },
    '3 of 812 memories are back',
    undefined,
  ],
  ['a backup can be restored', { backups: { daily: [offer], offer } }, 'A backup has 812 memories', 'Restore'],
  ['the database can’t be opened', { isReadOnly: true }, 'can’t open Commonplace’s database', 'Export'],
])('says in the library that %s', (_, state, text, action) => {
  const library = libraryOn(connectToService(), undefined, standInEngineControl(engineState(state)));
  const leave = library.meaning!.follow();
  expect(library.shownNotice()).toEqual([expect.stringContaining(text), action]);
  leave();
});

it('shows no notice while all is well', () => {
  const library = libraryOn(connectToService(), undefined, standInEngineControl(engineState()));
  const leave = library.meaning!.follow();
  expect(library.shownNotice()).toEqual([undefined, undefined]);
  leave();
});
