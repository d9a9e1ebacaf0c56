import { appearances } from '../state/appearance.ts';
import { useSettings } from './context.ts';

/** The appearance of the pages, and a button that opens the library. */
export function GeneralSection() {
  const { t, appearance, host } = useSettings();
  return (
    <>
      <fieldset class="choices">
        <legend class="legend">{t('appearance.title')}</legend>
        {appearances.map((name) => (
          <label class="choice-line" key={name}>
            <input
              type="radio"
              name="appearance"
              checked={appearance.chosen.value === name}
              onChange={() => appearance.choose(name)}
            />
            <span>{t(`appearance.${name}`)}</span>
          </label>
        ))}
      </fieldset>
      <div class="setting">
        <div class="setting-words">
          <h3>{t('general.library')}</h3>
          <p>{t(host.hasSidebar ? 'general.libraryInSidebar' : 'general.libraryInSidePanel')}</p>
        </div>
        <button type="button" class="button" onClick={() => void host.openLibrary()}>
          {t('menu.library')}
        </button>
      </div>
    </>
  );
}
