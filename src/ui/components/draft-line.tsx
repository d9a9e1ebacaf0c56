import { useScreen } from './screen.ts';
import type { Drafts } from '../state/drafts.ts';
import './draft-line.css';

/** Says that a draft was restored, and lists the drafts and edits that the user can continue. */
export function DraftLine({ drafts }: { drafts: Drafts }) {
  const { t } = useScreen();
  const at = drafts.restoredAt.value;
  return (
    <>
      {at !== undefined && <RestoredLine at={at} discard={drafts.discard} />}
      {drafts.others.value.map((other) => (
        <WaitingDraft
          key={other.slot ?? other.draft.url}
          label={t('draft.other')}
          text={other.draft.content}
          resume={() => drafts.resume(other)}
          discard={() => drafts.discardOther(other)}
        />
      ))}
      {drafts.edits.value.map((edit) => (
        <WaitingDraft
          key={edit.memory.id}
          label={t('draft.edit')}
          text={edit.content}
          resume={() => void drafts.resumeEdit(edit)}
          discard={() => drafts.discardEdit(edit)}
        />
      ))}
    </>
  );
}

/** Says that the text is a restored draft. `at`: the last change of the draft, Unix milliseconds. */
export function RestoredLine({ at, id, discard }: { at: number; id?: string; discard(): void }) {
  const { t, ago } = useScreen();
  return (
    <p class="draft-line" role="status">
      <span id={id}>{t('draft.restored', { when: ago(new Date(at).toISOString()) })}</span>
      <button type="button" class="button bare" onClick={discard}>
        {t('draft.discard')}
      </button>
    </p>
  );
}

function WaitingDraft({
  label,
  text,
  resume,
  discard,
}: {
  label: string;
  text: string;
  resume(): void;
  discard(): void;
}) {
  const { t } = useScreen();
  return (
    <p class="draft-line" role="status">
      <span>
        {label} <bdi class="draft-text">{text.slice(0, 100)}</bdi>
      </span>
      <button type="button" class="button bare" onClick={resume}>
        {t('draft.resume')}
      </button>
      <button type="button" class="button bare" onClick={discard}>
        {t('draft.discard')}
      </button>
    </p>
  );
}
