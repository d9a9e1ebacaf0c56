import { useEffect } from 'preact/hooks';
import { LoadArea } from '../components/load-area.tsx';
import { useSettings } from './context.ts';

/** The browser-wide shortcuts: which are set, why others may not be, and where to set them. */
export function ShortcutsSection() {
  const { t, host, shortcuts } = useSettings();
  const { openShortcuts } = host;
  useEffect(() => {
    const refresh = () => void shortcuts.refresh();
    refresh();
    // The user may have changed the shortcuts on a page of the browser.
    addEventListener('focus', refresh);
    return () => removeEventListener('focus', refresh);
  }, []);
  return (
    <>
      <LoadArea loaded={shortcuts}>
        {(all) => (
          <dl class="shortcuts">
            {all.map(({ name, description, keys, suggested }) => (
              <div key={name}>
                <dt>{name === '_execute_action' ? t('shortcuts.popup') : description}</dt>
                <dd>
                  {keys === undefined ? (
                    <span class="setting-fault">
                      {suggested === undefined ? t('shortcuts.unset') : t('shortcuts.taken', { keys: suggested })}
                    </span>
                  ) : (
                    <kbd class="key">{keys}</kbd>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </LoadArea>
      <p>{t(openShortcuts === undefined ? 'shortcuts.byHand' : 'shortcuts.hint')}</p>
      {openShortcuts !== undefined && (
        <p>
          <button type="button" class="button" onClick={() => void openShortcuts()}>
            {t('shortcuts.change')}
          </button>
        </p>
      )}
    </>
  );
}
