import { useSignal } from '@preact/signals';
import { diffWordsWithSpace } from 'diff';
import { useId, useMemo } from 'preact/hooks';
import type { Memory } from '../../v1/schemas/memory.ts';
import { Message } from '../components/message.tsx';
import { MissingScope } from '../components/missing-scope.tsx';
import type { Pair } from '../state/duplicates.ts';
import { useLibrary } from './context.ts';
import { Part } from './part.tsx';
import './items.css';
import './duplicates.css';

const maxShown = 20;

/** Memories that are nearly the same, side by side. */
export function DuplicatesSection() {
  const { t, duplicates, jobs, rights } = useLibrary();
  const pairs = duplicates.pairs.value;
  const isBusy = jobs.current.value !== undefined;
  return (
    <Part title={t('library.duplicates')} lead={t('duplicates.lead')}>
      {rights?.lacks('memories:write') && <MissingScope scope="memories:write" />}
      <div class="part-act">
        <button
          type="button"
          class={`button ${pairs === undefined ? 'primary' : ''}`}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) void duplicates.findPairs();
          }}
        >
          {t(pairs === undefined ? 'duplicates.look' : 'duplicates.again')}
        </button>
      </div>
      {duplicates.isByAddressOnly.value && <p class="lacking">{t('duplicates.byAddressOnly')}</p>}
      {pairs?.length === 0 && <Message title={t('duplicates.none')} />}
      {pairs !== undefined && pairs.length > 0 && (
        <>
          <p class="item-about">{t('duplicates.found', { count: pairs.length })}</p>
          <ul class="items" aria-label={t('library.duplicates')}>
            {pairs.slice(0, maxShown).map((pair) => (
              <PairItem key={`${pair.one.id} ${pair.other.id}`} pair={pair} />
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

function PairItem({ pair }: { pair: Pair }) {
  const { t, duplicates, rights } = useLibrary();
  const { one, other } = pair;
  const id = useId();
  /** The id of the memory whose text is kept; at first the one with the longer text. */
  const keep = useSignal(other.content.length > one.content.length ? other.id : one.id);
  const parts = useMemo(() => diffWordsWithSpace(one.content, other.content), [one.content, other.content]);

  /** One of the two texts. `hidden`: the parts of the diff to leave out, because only the other text has them. */
  const side = (memory: Memory, hidden: 'added' | 'removed') => (
    <PairSide
      memory={memory}
      name={id}
      chosen={keep.value === memory.id}
      choose={() => (keep.value = memory.id)}
      parts={parts
        .filter((part) => !part[hidden])
        .map((part) => ({ text: part.value, differs: part.added || part.removed }))}
    />
  );

  return (
    <li class="pair">
      <fieldset class="pair-sides">
        <legend class="unseen">{t('duplicates.which')}</legend>
        {side(one, 'added')}
        {side(other, 'removed')}
      </fieldset>
      {!rights?.lacks('memories:write') && (
        <div class="item-ways">
          <button
            type="button"
            class="button primary"
            onClick={() => void duplicates.merge(pair, keep.value === one.id ? one : other)}
          >
            {t('duplicates.merge')}
          </button>
          <button type="button" class="button" onClick={() => duplicates.keepBoth(pair)}>
            {t('duplicates.keepBoth')}
          </button>
          <button type="button" class="button bare" onClick={() => duplicates.neverAsk(pair)}>
            {t('duplicates.never')}
          </button>
        </div>
      )}
    </li>
  );
}

interface PairSideProps {
  memory: Memory;
  name: string;
  chosen: boolean;
  choose(): void;
  parts: { text: string; differs: boolean }[];
}

function PairSide({ memory, name, chosen, choose, parts }: PairSideProps) {
  const { t, ago, collections } = useLibrary();
  const collection = memory.collection === null ? undefined : collections.byId(memory.collection);
  return (
    <label class={`pair-side ${chosen ? 'chosen' : ''}`}>
      <span class="choice-line">
        <input type="radio" name={name} checked={chosen} onChange={choose} />
        <span>{t('duplicates.keepThis')}</span>
      </span>
      <span class="pair-text reading" dir="auto">
        {parts.map(({ text, differs }, index) => (differs ? <mark key={index}>{text}</mark> : text))}
      </span>
      <span class="item-about">
        {[ago(memory.createdAt), collection?.name, memory.url, ...memory.tags.map((tag) => `#${tag}`)]
          .filter((fact) => fact != null)
          .map((fact, index) => (
            <bdi key={index}>{fact}</bdi>
          ))}
      </span>
    </label>
  );
}
