import type { ComponentChildren } from 'preact';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/key.tsx';
import { useScreen } from '../components/screen.ts';
import { isLessCertain } from '../state/certainty.ts';
import { ariaKeys } from '../state/keyboard.ts';
import type { Saving } from '../state/saving.ts';
import { isRecent, isSameQuestion, questionOf, type View } from '../state/view.ts';
import type { Relating } from './relating.ts';

interface StatusLineProps {
  saving: Saving;
  relating: Relating;
  back(): void;
}

/** What the list below is, the way back where it stands in place of another, and what can be done with it; always of one height. */
export function StatusLine({ saving, relating, back }: StatusLineProps) {
  const { results, t, keys } = useScreen();
  const isAside = results.behind.value.length > 0;
  return (
    <div class="status">
      {isAside && (
        <button type="button" class="button bare" aria-label={t('near.back')} title={`${t('near.back')} (${keys.leave})`} aria-keyshortcuts={ariaKeys(keys.leave)} onClick={back}>
          <Icon name="back" />
        </button>
      )}
      <StatusWords reading={relating.reading.value} />
      <StatusEnd saving={saving} relating={relating} />
    </div>
  );
}

function StatusWords({ reading }: { reading: boolean }) {
  const { results, t, ago } = useScreen();
  const { slow, near, shown } = results;
  const view = results.view.value;
  const isHeading = view?.near !== undefined;

  function found(view: View): string {
    const sure = view.memories.filter((memory) => !isLessCertain(memory)).length;
    if (sure > 0) return t(view.full && sure === view.memories.length ? 'search.best' : 'search.found', { count: sure });
    return view.memories.length === 0 || view.mode === 'looking' ? '' : t('search.noneCertain');
  }

  function waiting(): string {
    if (near.value !== undefined) return t('near.slow');
    return t(shown.value === undefined ? 'recent.slow' : view?.mode === 'looking' && view.query === results.query.value ? 'search.looking' : 'search.slow');
  }

  function words(): string {
    if (reading) return t('related.reading');
    if (slow.value) return waiting();
    if (view === undefined) return '';
    if (view.near !== undefined) return 'memory' in view.near ? t('near.memory', { text: view.near.memory.content.slice(0, 200) }) : t('related.title');
    if (view.single) return t('save.already', { when: ago(view.memories[0]?.createdAt ?? '') });
    if (isRecent(view)) return view.memories.length === 0 ? '' : t('recent.short');
    return found(view);
  }

  return (
    <div class="status-words" role="status">
      {isHeading ? <h2>{words()}</h2> : words()}
    </div>
  );
}

function StatusEnd({ saving, relating }: Pick<StatusLineProps, 'saving' | 'relating'>) {
  const { results, t, keys } = useScreen();
  const view = results.view.value;
  const held = results.held.value;

  if (held !== undefined && 'view' in held) {
    const isReordered = view !== undefined && isSameQuestion(questionOf(held), view);
    return (
      <Act run={results.release}>
        {isReordered ? t('search.reorder') : t('search.held', { count: held.view.memories.length })} <Key name={keys.open} />
      </Act>
    );
  }
  if (view === undefined || view.near !== undefined) return null;
  if (isRecent(view)) {
    if (saving.unreadable.value || view.untouched || view.single) return null;
    return (
      <Act run={() => void relating.relate()} shortcut={keys.related}>
        {t('related.title')}
      </Act>
    );
  }
  const isUnsure = view.mode !== 'looking' && view.memories.length > 0 && view.memories.every(isLessCertain);
  return isUnsure ? <Act run={() => saving.note(view.query.trim())}>{t('save.query')}</Act> : null;
}

function Act({ run, shortcut, children }: { run(): void; shortcut?: string; children: ComponentChildren }) {
  return (
    <button type="button" class="button bare status-act" aria-keyshortcuts={shortcut} onClick={run}>
      {children}
      {shortcut !== undefined && <Key name={shortcut} />}
    </button>
  );
}
