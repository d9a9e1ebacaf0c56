import { useScreen } from '../components/screen.ts';
import type { UndecidedSaves } from './undecided-saves.ts';
import './undecided-list.css';

/**
 * The saves that need a decision by the user, each with the reason and its buttons. The list is below the results, so
 * that it doesn't move them.
 */
export function UndecidedList({ undecidedSaves }: { undecidedSaves: UndecidedSaves }) {
  const { t, ago } = useScreen();
  if (undecidedSaves.all.value.length === 0) return null;
  return (
    <section class="undecided" aria-labelledby="undecided-title">
      <h2 id="undecided-title">{t('undecided.title')}</h2>
      <ul>
        {undecidedSaves.all.value.map((save) => (
          <li key={save.key}>
            {'damaged' in save ? (
              <p class="undecided-why">{t('undecided.damaged')}</p>
            ) : (
              <>
                <p class="undecided-text">{save.text}</p>
                <p class="undecided-why">
                  {ago(save.savedAt)} · {save.reason ?? t('undecided.late')}
                </p>
                <button type="button" class="button" onClick={() => void undecidedSaves.sendAgain(save.key)}>
                  {t('undecided.sendAgain')}
                </button>
              </>
            )}
            <button type="button" class="button bare" onClick={() => void undecidedSaves.discard(save.key)}>
              {t('undecided.discard')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
