import { useId } from 'preact/hooks';
import { limits } from '../../v1/limits.ts';
import { useScreen } from './screen.ts';
import { CollectionChoice } from './collection-choice.tsx';
import './memory-details.css';

interface MemoryDetailsProps {
  /** The id of a collection. */
  collection: string | null;
  /** The name of a collection that a save creates; undefined: none. */
  newCollection: string | undefined;
  url: string;
  title: string;
  onChange(changed: {
    collection?: string | null;
    newCollection?: string | undefined;
    url?: string;
    title?: string;
  }): void;
}

/** Edits a memory's collection, title and address; empty on screens without collections. */
export function MemoryDetails({ collection, newCollection, url, title, onChange }: MemoryDetailsProps) {
  const { t, collections, rights } = useScreen();
  const id = useId();
  if (collections === undefined) return null;
  return (
    <div class="details">
      <div class="labelled">
        <label for={id}>{t('details.collection')}</label>
        <CollectionChoice
          id={id}
          value={collection}
          none={t('details.none')}
          naming={
            rights?.lacks('collections:write')
              ? undefined
              : { name: newCollection, onName: (name) => onChange({ newCollection: name }) }
          }
          onChange={(chosen) => onChange({ collection: chosen })}
        />
      </div>
      <label class="labelled">
        <span>{t('details.title')}</span>
        <input
          class="field"
          dir="auto"
          maxLength={limits.titleCharacters}
          autocomplete="off"
          value={title}
          onInput={(event) => onChange({ title: event.currentTarget.value })}
        />
      </label>
      <label class="labelled">
        <span>{t('details.url')}</span>
        <input
          class="field"
          type="url"
          dir="ltr"
          inputMode="url"
          maxLength={limits.urlCharacters}
          autocomplete="off"
          placeholder="https://"
          value={url}
          onInput={(event) => onChange({ url: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}
