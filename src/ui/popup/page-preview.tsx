import { Icon } from '../components/icon.tsx';
import { TagsField } from '../components/tags-field.tsx';
import { useScreen } from '../components/screen.ts';
import { Key } from '../components/key.tsx';
import { useModal } from '../components/modal.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import { ariaKeys, isSaveKey } from '../state/keyboard.ts';
import { hostOf } from '../text/host-of.ts';
import type { PageReader, Preview, SaveWay } from './page-reader.ts';
import './page-preview.css';

/** Shows a page or document that was read, before it is saved. */
export function PagePreview({ reader }: { reader: PageReader }) {
  const { t } = useScreen();
  const preview = reader.preview.value;
  const modal = useModal(preview, reader.close, onKey);
  function onKey(event: KeyboardEvent): void {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    // Reads the signal again, since `preview` may be outdated: the same key may have just completed a tag.
    const parts = reader.preview.value?.parts ?? [];
    void choicesOf(parts, reader, t).at(-1)?.run();
  }
  return (
    <dialog {...modal} class="preview" aria-labelledby="preview-title">
      {preview !== undefined && <Content preview={preview} reader={reader} />}
    </dialog>
  );
}

function Content({ preview, reader }: { preview: Preview; reader: PageReader }) {
  const { t } = useScreen();
  const { title, url, capture, parts, tags } = preview;
  const { author, siteName, publishedAt } = capture;
  const about = [
    author,
    siteName ?? (url === undefined ? undefined : hostOf(new URL(url).origin)),
    publishedAt && new Date(publishedAt).toLocaleDateString(),
  ].filter(Boolean);
  const interrupted = reader.interrupted.value;
  const count = parts.length;

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
        <AlreadySaved parts={parts} close={reader.close} />
        {interrupted !== undefined ? (
          <p role="alert" class="form-failure">
            {t('preview.interrupted', { done: interrupted.saved.length, count: interrupted.wanted })}{' '}
            {interrupted.reason}
          </p>
        ) : (
          parts.some(({ same }) => same === undefined) && <TagsField tags={tags} onChange={reader.setTags} />
        )}
        <SaveButtons parts={parts} reader={reader} />
      </footer>
    </>
  );
}

/** If the text or an earlier version of it is saved: says when it was saved, with a button that opens the memory. */
function AlreadySaved({ parts, close }: { parts: Preview['parts']; close(): void }) {
  const { t, ago, openMemory } = useScreen();
  const saved = parts.map(({ same, earlier }) => same ?? earlier).find((memory) => memory !== undefined);
  if (saved === undefined) return null;
  const isWhole = parts.every(({ same }) => same !== undefined);

  function open(memory: Memory): void {
    close();
    openMemory(memory);
  }

  return (
    <p class="preview-saved" role="status">
      <Icon name="done" />
      <span>{t(isWhole ? 'preview.same' : 'preview.earlier', { when: ago(saved.createdAt) })}</span>
      <button type="button" class="button" onClick={() => open(saved)}>
        {t('save.open')}
      </button>
    </p>
  );
}

function SaveButtons({ parts, reader }: { parts: Preview['parts']; reader: PageReader }) {
  const { t, keys } = useScreen();
  const done = reader.savedCount.value;
  const interrupted = reader.interrupted.value;
  const unsaved = parts.filter(({ same }) => same === undefined);
  const choices = choicesOf(parts, reader, t);
  const progress =
    done !== undefined && unsaved.length > 1
      ? t('preview.saving', { done, of: interrupted?.wanted ?? unsaved.length })
      : undefined;

  return (
    <div class="preview-end">
      <button type="button" class="button" onClick={reader.close}>
        {t(choices.length === 0 ? 'preview.close' : 'preview.cancel')}
      </button>
      {choices.map(({ label, run }, index) => {
        const isMain = index === choices.length - 1;
        return (
          <button
            key={index}
            type="button"
            class={`button ${isMain ? 'primary' : ''}`}
            aria-keyshortcuts={isMain ? ariaKeys(keys.save) : undefined}
            aria-disabled={done !== undefined}
            onClick={() => void run()}
          >
            {isMain ? (progress ?? label) : label} {isMain && <Key name={keys.save} />}
          </button>
        );
      })}
    </div>
  );
}

interface Choice {
  label: string;
  run(): Promise<void>;
}

/** The ways to save, the main one last; none if the whole text is saved already. */
function choicesOf(parts: Preview['parts'], reader: PageReader, t: Translate): Choice[] {
  const count = parts.length;
  const all = (label: string, way?: SaveWay): Choice => ({ label, run: () => reader.save(count, way) });
  if (reader.interrupted.value !== undefined) return [all(t('error.retry'))];
  const unsaved = parts.filter(({ same }) => same === undefined);
  if (unsaved.length === 0) return [];
  if (unsaved.some(({ earlier }) => earlier !== undefined))
    return [all(t('preview.saveAnother')), all(t('save.update'), 'update')];
  if (unsaved.length < count) return [all(t('preview.saveRest', { count: unsaved.length }))];
  if (count === 1) return [all(t('save.action'))];
  return [{ label: t('preview.saveFirst'), run: () => reader.save(1) }, all(t('preview.saveAll', { count }))];
}
