import { useEffect, useRef } from 'preact/hooks';
import { TagsField } from '../components/tags-field.tsx';
import { useScreen } from '../components/screen.ts';
import { Key } from '../components/key.tsx';
import { ariaKeys, isSaveKey } from '../state/keyboard.ts';
import { hostOf } from '../text/host-of.ts';
import type { PageReader, Preview } from './page-reader.ts';
import './page-preview.css';

/** Shows what was read before it is saved. */
export function PagePreview({ reader }: { reader: PageReader }) {
  const preview = reader.preview.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = preview !== undefined;
  // The keys of the list below don't act on it, except the one that saves what is being written.
  function onKey(event: KeyboardEvent): void {
    event.stopPropagation();
    if (preview === undefined || !isSaveKey(event)) return;
    event.preventDefault();
    // Read again, since the key has just completed a tag.
    void reader.save(reader.preview.value?.parts.length ?? 0);
  }
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="preview" aria-labelledby="preview-title" onClose={reader.close} onKeyDown={onKey}>
      {preview !== undefined && <Content preview={preview} reader={reader} />}
    </dialog>
  );
}

function Content({ preview, reader }: { preview: Preview; reader: PageReader }) {
  const { t, keys } = useScreen();
  const { title, url, capture, parts, tags } = preview;
  const { author, siteName, publishedAt } = capture;
  const about = [
    author,
    siteName ?? (url === undefined ? undefined : hostOf(new URL(url).origin)),
    publishedAt && new Date(publishedAt).toLocaleDateString(),
  ].filter(Boolean);
  const done = reader.savedParts.value;
  const interrupted = reader.interrupted.value;
  const count = parts.length;

  function saveLabel(): string {
    if (done !== undefined && count > 1) return t('preview.saving', { done, of: interrupted?.of ?? count });
    if (interrupted !== undefined) return t('error.retry');
    return count > 1 ? t('preview.saveAll', { count }) : t('save.action');
  }

  return (
    <>
      <header>
        <h2 id="preview-title" dir="auto">
          {title}
        </h2>
        <p class="preview-about">{about.join(' · ')}</p>
      </header>
      {/* Focusable, so that the keyboard can scroll it. */}
      <div class="preview-text reading" dir="auto" tabIndex={0} role="document" aria-label={t('preview.text')}>
        {parts.map(({ content, key }) => (
          <p key={key}>{content}</p>
        ))}
      </div>
      <footer>
        {count > 1 && <p class="preview-about">{t('preview.long', { count })}</p>}
        {interrupted === undefined ? (
          <TagsField tags={tags} onChange={reader.setTags} />
        ) : (
          <p role="alert" class="form-failure">
            {t('preview.interrupted', { done: interrupted.saved.length, count: interrupted.of })} {interrupted.reason}
          </p>
        )}
        <div class="preview-end">
          <button type="button" class="button" onClick={reader.close}>
            {t('preview.cancel')}
          </button>
          {count > 1 && interrupted === undefined && (
            <button type="button" class="button" aria-disabled={done !== undefined} onClick={() => void reader.save(1)}>
              {t('preview.saveFirst')}
            </button>
          )}
          <button
            type="button"
            class="button primary"
            aria-keyshortcuts={ariaKeys(keys.save)}
            aria-disabled={done !== undefined}
            onClick={() => void reader.save(count)}
          >
            {saveLabel()} <Key name={keys.save} />
          </button>
        </div>
      </footer>
    </>
  );
}
