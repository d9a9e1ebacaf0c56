import { limits } from '../../v1/limits.ts';
import { useScreen } from './screen.ts';
import { CollectionChoice } from './collection-choice.tsx';
import './memory-details.css';

interface MemoryDetailsProps {
  /** The id of a collection. */
  collection: string | null;
  url: string;
  title: string;
  onChange(changed: { collection?: string | null; url?: string; title?: string }): void;
}

/** Edits a memory's collection, title and address; empty on screens without collections. */
export function MemoryDetails({ collection, url, title, onChange }: MemoryDetailsProps) {
  const { t, collections, rights } = useScreen();
  if (collections === undefined) return null;
  return (
    <div class="details">
      <label class="labelled">
        <span>{t('details.collection')}</span>
        <CollectionChoice
          creates={!rights?.lacks('collections:write')}
          value={collection}
          none={t('details.none')}
          onChange={(id) => onChange({ collection: id })}
        />
      </label>
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
