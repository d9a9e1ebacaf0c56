import { useEffect, useRef, useState } from 'preact/hooks';
import { syncModes, type SyncCheck, type SyncMode, type SyncState } from '../../lib/sync.ts';
import { hostOf } from '../text/host-of.ts';
import { useSettings } from './context.ts';
import { useMovedFocus } from './moved-focus.ts';
import { CollectionsMissing, SyncPromises } from './sync-promises.tsx';

type Ready = Extract<SyncCheck, { status: 'ready' }>;

/** Shows what sync with a server will do, before anything is written. */
export function SyncPreview({ check, state: { isStarting, copying } }: { check: Ready; state: SyncState }) {
  const { t, sync } = useSettings();
  const [chosenMode, setMode] = useState<SyncMode>('merge');
  const [collections, setCollections] = useState<ChosenCollections | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void sync.readCollections(), []);
  useMovedFocus(heading, { inView: card });
  const { mayWrite, address, onlyThere } = check;
  const host = hostOf(address);
  const mode = mayWrite ? chosenMode : 'pull';
  const fromThere = mode === 'push' ? [] : (collections?.onlyThere ?? []);
  const isEmpty = collections !== null && collections.here.length + fromThere.length === 0;
  return (
    <div class="model in-use sync-preview" ref={card}>
      <h3 ref={heading} tabIndex={-1}>
        {t('sync.previewTitle')}
      </h3>
      <ul class="settings-facts">
        <Numbers check={check} mode={mode} isAll={collections === null} />
        <li>
          {(mode === 'pull' || check.deletions === 0) && `${t('sync.nothingDeleted')} `}
          {t(mode === 'pull' ? 'sync.hereBackedUp' : 'sync.bothBackedUp')}
        </li>
      </ul>
      <h4>{t('sync.promises')}</h4>
      <SyncPromises offers={check.offers} mode={mode} isLimited={check.isLimited} />
      <CollectionsMissing collections={check.collections} host={host} sends={mode !== 'pull'} />
      <fieldset class="choices">
        <legend class="legend">{t('sync.direction')}</legend>
        {syncModes.map((name) => (
          <label class="choice-line" key={name}>
            <input
              type="radio"
              name="sync-mode"
              disabled={name !== 'pull' && !mayWrite}
              checked={mode === name}
              onChange={() => setMode(name)}
            />
            <span>{t(`sync.${name}`)}</span>
          </label>
        ))}
        {!mayWrite && <p>{t('sync.mayOnlyRead')}</p>}
        {mode === 'push' && <p>{t('sync.pushMeans')}</p>}
      </fieldset>
      <CollectionsChoice onlyThere={mode === 'push' ? [] : onlyThere} chosen={collections} choose={setCollections} />
      {isStarting && (
        <p role="status">{copying === undefined ? t('sync.backingUp') : t('sync.copying', { count: copying, host })}</p>
      )}
      <div class="form-end">
        <button
          type="button"
          class="button primary"
          disabled={isEmpty || isStarting}
          onClick={() => void sync.start({ mode, collections: collections?.here ?? null, onlyThere: fromThere })}
        >
          {t('sync.start')}
        </button>
        <button type="button" class="button" onClick={() => void sync.cancel(address)}>
          {t('sync.cancel')}
        </button>
      </div>
    </div>
  );
}

/**
 * How many memories each side has, how many are the same and, if all memories sync (`isAll`), how many each side gets.
 * In a merge, leaves out a side that gets none.
 */
function Numbers({ check, mode, isAll }: { check: Ready; mode: SyncMode; isAll: boolean }) {
  const { t } = useSettings();
  const { here, there, same, isMore, deletions, address } = check;
  const host = hostOf(address);
  const [get, send] = [Math.max(0, there - same - deletions), here - same];
  const showsGet = mode === 'pull' || (mode === 'merge' && (isMore || get > 0));
  const showsSend = mode === 'push' || (mode === 'merge' && send > 0);
  return (
    <>
      <li>{t('sync.here', { count: here })}</li>
      <li>{t(isMore ? 'sync.thereMore' : 'sync.there', { count: there, host })}</li>
      {isMore && same > 0 && <li>{t('sync.sameAtLeast', { count: same })}</li>}
      {!isMore && same > 0 && <li>{t('sync.same', { count: same })}</li>}
      {!isAll && <li>{t('sync.countsAll')}</li>}
      {isAll && showsGet && (
        <li>
          {isMore ? t(get > 0 ? 'sync.getAtLeast' : 'sync.getMissing', { count: get }) : t('sync.get', { count: get })}
        </li>
      )}
      {isAll && showsSend && <li>{t(isMore && send > 0 ? 'sync.sendAtMost' : 'sync.send', { count: send, host })}</li>}
      {mode !== 'pull' && deletions > 0 && <li>{t('sync.deletionsWait', { count: deletions, host })}</li>}
    </>
  );
}

interface ChosenCollections {
  /** Local ids. */
  here: string[];
  /** Names of collections that only the server has. */
  onlyThere: string[];
}

interface ChoiceProps {
  onlyThere: readonly string[];
  chosen: ChosenCollections | null;
  choose(chosen: ChosenCollections | null): void;
}

function CollectionsChoice({ onlyThere, chosen, choose }: ChoiceProps) {
  const { t, sync } = useSettings();
  const here = sync.collections.value;
  if (here.length + onlyThere.length === 0) return null;
  return (
    <fieldset class="choices">
      <legend class="legend">{t('sync.collections')}</legend>
      {(['all', 'some'] as const).map((choice) => (
        <label class="choice-line" key={choice}>
          <input
            type="radio"
            name="sync-collections"
            checked={(chosen === null) === (choice === 'all')}
            onChange={() => choose(choice === 'all' ? null : { here: [], onlyThere: [] })}
          />
          <span>{t(`sync.${choice}`)}</span>
        </label>
      ))}
      {chosen !== null &&
        here.map(({ id, name }) => (
          <CheckboxLine
            key={id}
            name={name}
            isTicked={chosen.here.includes(id)}
            tick={() => choose({ ...chosen, here: toggled(chosen.here, id) })}
          />
        ))}
      {chosen !== null &&
        onlyThere.map((name) => (
          <CheckboxLine
            key={name}
            name={t('sync.onlyThere', { name })}
            isTicked={chosen.onlyThere.includes(name)}
            tick={() => choose({ ...chosen, onlyThere: toggled(chosen.onlyThere, name) })}
          />
        ))}
    </fieldset>
  );
}

function CheckboxLine({ name, isTicked, tick }: { name: string; isTicked: boolean; tick(): void }) {
  return (
    <label class="choice-line">
      <input type="checkbox" checked={isTicked} onChange={tick} />
      <span>{name}</span>
    </label>
  );
}

const toggled = (all: readonly string[], one: string): string[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one];
