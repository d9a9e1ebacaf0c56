import type { ComponentChildren } from 'preact';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/key.tsx';
import { SaveBar, WriteNote } from '../components/save-bar.tsx';
import { useScreen } from '../components/screen.ts';
import { ariaKeys } from '../state/keyboard.ts';
import type { SaveDraft } from '../state/save-draft.ts';
import type { Saving } from '../state/saving.ts';
import type { PageUpdates } from './page-updates.ts';
import './save-line.css';

interface SaveLineProps {
  saving: Saving;
  save(): Promise<void>;
  discard(): void;
  updates: PageUpdates;
  /** Finds memories related to the page; absent if the page can't be read or there is no memory to compare it with. */
  relate: (() => void) | undefined;
  children: ComponentChildren;
}

const saveLabels = { selection: 'save.doSelection', page: 'save.doPage', note: 'save.doNote' } as const;

/** What can be saved, on one line. Its height never changes until it opens for editing. */
export function SaveLine({ saving, save, discard, updates, relate, children }: SaveLineProps) {
  const { t, keys } = useScreen();
  const draft = saving.draft.value;
  if (draft !== undefined && saving.writing.value) return <SaveBar saving={saving} save={save} discard={discard} />;
  return (
    <section class="save save-line" aria-label={t('save.label')} aria-busy={saving.busy.value}>
      {draft !== undefined && <SaveOffer saving={saving} draft={draft} save={save} updates={updates} />}
      {children}
      {relate !== undefined && (
        <button
          type="button"
          class="button bare save-relate"
          aria-label={t('related.title')}
          aria-keyshortcuts={keys.related}
          title={`${t('related.title')} (${keys.related})`}
          onClick={relate}
        >
          <Icon name="similar" />
        </button>
      )}
    </section>
  );
}

type OfferProps = Omit<SaveLineProps, 'discard' | 'relate' | 'children'> & { draft: SaveDraft };

function SaveOffer({ saving, draft, save, updates }: OfferProps) {
  const { t, ago, keys, openMemory } = useScreen();
  const saved = saving.existing.value ?? saving.earlier.value;
  if (saved !== undefined)
    return (
      <>
        <p class="save-already">
          <Icon name="done" /> <span>{t('save.already', { when: ago(saved.createdAt) })}</span>
        </p>
        <button type="button" class="button" onClick={() => openMemory(saved)}>
          {t('save.open')}
        </button>
        <UpdateButton updates={updates} />
      </>
    );
  const canReplace = updates.replaceable.value !== undefined;
  if (draft.content === '') return <WriteNote saving={saving} />;
  return (
    <>
      <button
        type="button"
        class="save-do"
        aria-keyshortcuts={ariaKeys(keys.open)}
        aria-disabled={saving.busy.value}
        onClick={() => void save()}
      >
        <span class="save-kind">
          {saving.busy.value ? t('save.saving') : t(canReplace ? 'save.doShort' : saveLabels[draft.kind])}
        </span>
        <bdi class="save-words reading">{draft.content.slice(0, 200)}</bdi>
        <Key name={keys.open} />
      </button>
      <UpdateButton updates={updates} />
      <button
        type="button"
        class="button bare save-text"
        aria-label={t('save.edit')}
        title={t('save.edit')}
        onClick={() => (saving.writing.value = true)}
      >
        <Icon name="edit" />
      </button>
    </>
  );
}

function UpdateButton({ updates }: Pick<SaveLineProps, 'updates'>) {
  const { t, ago, keys } = useScreen();
  const saved = updates.replaceable.value;
  if (saved === undefined) return null;
  return (
    <button
      type="button"
      class="button save-update"
      aria-keyshortcuts={keys.update}
      title={`${t('save.already', { when: ago(saved.createdAt) })}: ${saved.content.slice(0, 100)} (${keys.update})`}
      onClick={() => void updates.update()}
    >
      {t('save.update')}
    </button>
  );
}
